import type { Reply } from '#contract/kit/endpoint.ts'
import type { salesDashboard } from '#contract/leads/sales-dashboard.ts'
import { counted, formats } from '#web/kit/look/format.ts'

/** What the person is told of the file that was made; also that it ends early, which nobody sees in it. */
export const exportedWords = ({ members, all_members }: Omit<Reply<typeof salesDashboard.csv>['data'], 'csv'>) =>
  members < all_members
    ? {
        isWhole: false,
        text: `Only the first ${formats().number(members)} of ${counted(all_members, 'member')} exported; the last line counts all of them`,
      }
    : { isWhole: true, text: `${counted(members, 'member')} exported` }
