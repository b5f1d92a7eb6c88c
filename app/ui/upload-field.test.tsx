import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UploadField, UploadForm } from './upload-field.tsx';

test('without scripts it is a plain file field with its button, label, hint and error', () => {
  const html = renderToStaticMarkup(
    <UploadField name="picture" label="Upload license photo" hint="JPEG or PNG" errors={['Too large.']} />,
  );
  const [, id] = /<label for="([^"]+)"/.exec(html) ?? [];
  const [input = ''] = /<input[^>]*>/.exec(html) ?? [];
  for (const attribute of ['type="file"', 'name="picture"', 'accept="image/jpeg,image/png"', 'required']) {
    expect(input).toContain(attribute);
  }
  expect(input).toContain(`id="${id}"`);
  expect(html).toContain(`aria-describedby="${id}-hint ${id}-error"`);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(
    /<button type="submit" class="[^"]*hidden noscript:inline-flex">Upload license photo</,
  );
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
