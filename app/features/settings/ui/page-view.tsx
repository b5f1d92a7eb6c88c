/** An information page by its name, as visitors see it and as its preview shows it. */
import type { ContentSlug, PageView as Text } from '#features/settings/content.ts';
import type { StoreSettings, WarningSettings } from '#features/settings/settings.ts';
import { AboutPage } from './about-page.tsx';
import { EducationPage } from './education-page.tsx';
import { FaqPage } from './faq-page.tsx';
import { LegalPage } from './legal-page.tsx';

type Props = {
  slug: ContentSlug;
  text: Text;
  store: Pick<StoreSettings, 'legalName' | 'licenseType' | 'licenseNumber'>;
  warnings: WarningSettings;
};

export function PageView({ slug, text, store, warnings }: Props) {
  if (slug === 'about') return <AboutPage text={text} store={store} />;
  if (slug === 'education') return <EducationPage text={text} warnings={warnings} />;
  return slug === 'faq' ? <FaqPage text={text} /> : <LegalPage text={text} />;
}
