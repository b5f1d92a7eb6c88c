/**
 * Renders an information page by its name as visitors see it, except that its title does not become this page's title.
 */
import type { ContentSlug, PageView as Text } from '#core/ground/settings/content/content.ts';
import { AboutPage } from '#core/ground/settings/content/ui/about-view.tsx';
import { EducationPage } from '#core/ground/settings/content/ui/education-view.tsx';
import { FaqPage } from '#core/ground/settings/content/ui/faq-view.tsx';
import { LegalPage } from '#core/ground/settings/content/ui/legal-view.tsx';
import type { StoreSettings, WarningSettings } from '#core/ground/settings/settings.ts';

type Props = {
  slug: ContentSlug;
  text: Text;
  store: Pick<StoreSettings, 'legalName' | 'licenseType' | 'licenseNumber'>;
  warnings: WarningSettings;
};

export function PageView({ slug, text, store, warnings }: Props) {
  if (slug === 'about') return <AboutPage text={text} titleAs="h2" store={store} />;
  if (slug === 'education') return <EducationPage text={text} titleAs="h2" warnings={warnings} />;
  return slug === 'faq' ? <FaqPage text={text} titleAs="h2" /> : <LegalPage text={text} titleAs="h2" />;
}
