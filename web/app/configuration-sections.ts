import { mailings } from '#contract/content/mailings.ts'
import { site } from '#contract/content/site.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import type { ConfigurationSection } from '#web/leads/configuration/sections.ts'

/** The other modules' sections of the configuration. */
export const MORE_SECTIONS = {
  catalogue: {
    key: 'catalogue',
    title: 'Catalogue',
    settings: ['Categories'],
    needs: structureEdits.settings.permission,
  },
  site: {
    key: 'site',
    title: 'Web site',
    settings: [
      'Name',
      'Address of posts',
      'Allowed websites',
      'Publisher',
      'Postal address',
      'Language and feeds',
      'Addresses',
    ],
    needs: site.now.permission,
  },
  mail: {
    key: 'mail',
    title: 'Mail',
    settings: ['Sender', 'Replies', 'Hold', 'Pace', 'Footer', 'Bounces'],
    needs: mailings.settings.permission,
  },
} as const satisfies Readonly<Record<string, ConfigurationSection>>
