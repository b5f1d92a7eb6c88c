import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sizeOf, UploadField, UploadForm } from './upload-field.tsx';

test('without scripts it is a plain file field, with its label, hint and error wired to it', () => {
  const html = renderToStaticMarkup(
    <UploadField
      name="picture"
      label="Front of your license"
      hint="JPEG or PNG"
      errors={['Too large.']}
      required
    />,
  );
  const [, id] = /<label for="([^"]+)"/.exec(html) ?? [];
  const [input = ''] = /<input[^>]*>/.exec(html) ?? [];
  for (const attribute of ['type="file"', 'name="picture"', 'accept="image/jpeg,image/png"', 'required']) {
    expect(input).toContain(attribute);
  }
  expect(html).toContain(`aria-describedby="${id}-hint ${id}-error"`);
  expect(html).toContain('aria-invalid="true"');
  // Script-only buttons are in the markup, so that nothing moves, and hidden when there are no scripts.
  expect(html).toMatch(/class="[^"]*noscript:hidden[^"]*"><button/);
});

test('without scripts its form is a plain one that carries files', () => {
  const html = renderToStaticMarkup(
    <UploadForm action="/account/license" onDone={() => undefined}>
      {(progress) => <p>{progress ?? 'idle'}</p>}
    </UploadForm>,
  );
  for (const attribute of ['method="post"', 'encType="multipart/form-data"', 'action="/account/license"']) {
    expect(html).toContain(attribute);
  }
  expect(html).toContain('<p>idle</p>');
});

test('sizes are said the way people say them', () => {
  expect([12, 2_400, 1_440_000].map(sizeOf)).toEqual(['12 bytes', '2 kB', '1.4 MB']);
});
