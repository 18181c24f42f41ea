import { can } from '#web/kit/data/session.ts'
import { mailingsLink } from './mailing-link.ts'

/** Where what keeps an update from being sent is mended; undefined where it is not in our screens. */
export const blockerWay = (code: string, post: number): { label: string; to: string } | undefined => {
  switch (code) {
    case 'no_postal_address':
    case 'no_site':
      return can('configuration_edit')
        ? { label: 'Open Web site', to: '/marketing/configuration?section=site' }
        : undefined
    case 'not_live':
      return { label: 'Open the post', to: `/marketing/blog_listing?post=${post}` }
    case 'running':
      return { label: 'Open Mailings', to: mailingsLink }
    case 'nobody':
      return { label: 'Open News Letter List', to: '/marketing/news_letter_listing' }
    default:
      return undefined
  }
}
