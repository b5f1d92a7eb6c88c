/** A product's pictures and the dots that lead to them. */
import type { Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 };

/** One of the pictures, counted from 1. */
export const slide = (page: Page, place: number) =>
  page.getByRole('img', { name: `View ${place}`, exact: true }).first();
/** The links that lead to the pictures. */
export const dots = (page: Page) => page.getByRole('list', { name: 'Choose a picture' }).getByRole('link');
