import { expect, test } from 'vitest';
import { PLACEHOLDER_PICTURE, pictureSrcSet, pictureUrl, smallerPictureKey } from './picture.ts';

test('a picture is fetched in the width that is shown', () => {
  expect(pictureUrl('products/blue-mist-1a2b', 640)).toBe('/media/products/blue-mist-1a2b-640.webp');
  expect(pictureSrcSet('mist')).toBe(
    '/media/mist-320.webp 320w, /media/mist-640.webp 640w, /media/mist-1200.webp 1200w',
  );
});

test('a product without a picture shows the placeholder, which exists in one size', () => {
  expect(pictureUrl(null, 320)).toBe('/placeholder-product.jpg');
  expect(PLACEHOLDER_PICTURE).toBe('/placeholder-product.jpg');
  expect(pictureSrcSet(null)).toBeUndefined();
});

test('a picture has a next smaller width, and other files have none', () => {
  expect(smallerPictureKey('products/mist-1200.webp')).toBe('products/mist-640.webp');
  expect(smallerPictureKey('products/mist-640.webp')).toBe('products/mist-320.webp');
  for (const key of [
    'mist-320.webp',
    'mist-800.webp',
    '-640.webp',
    '640.webp',
    'mist-640.avif',
    'lots/7.pdf',
  ])
    expect(smallerPictureKey(key)).toBeNull();
});
