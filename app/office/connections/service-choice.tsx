/** Renders the services to choose from, as links: the address says which form is shown. */
import { Link } from 'react-router';
import { shopConnectionList } from '#core/running/connections/shop-connection.ts';

const head = {
  mail: 'Who is your email with?',
  sms: 'Who sends your text messages?',
  backup: 'Where do backups go?',
  tracking: 'Which system does the state use?',
} as const;

export function ServiceChoice({
  kind,
  chosen,
  isDemo,
}: {
  kind: keyof typeof head;
  chosen: string | null;
  isDemo: boolean;
}) {
  const { services: all, path } = shopConnectionList[kind];
  const services = all.filter(({ isOfDemo }) => isOfDemo !== true || isDemo);
  return (
    <section aria-labelledby="services">
      <h2 id="services" className="mb-3 text-xl">
        {head[kind]}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {services.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`${path}?service=${id}`}
              preventScrollReset
              aria-current={id === chosen ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center rounded-pill px-4 ${id === chosen ? 'bg-spruce-700 text-paper' : 'inset-ring inset-ring-ink/35 text-ink'}`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
