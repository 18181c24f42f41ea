import type { Lead } from '#contract/leads/lead.ts'
import { utmLines } from '#web/leads/words/utm-words.ts'
import './lead-facts.css'

/** The enquiry in the sender's own words. */
export const LeadWords = ({ message }: { message: string | null }) =>
  message?.trim() ? (
    <blockquote className="lead-words">“{message.trim()}”</blockquote>
  ) : (
    <p className="lead-words lead-wordless">The sender left no message.</p>
  )

/** What led the sender here, where the facts do not stand beside it. */
export const LeadUtm = ({ utm }: Pick<Lead, 'utm'>) => {
  const lines = utmLines(utm)
  return lines.length > 0 && <p className="lead-utm">UTM {lines.join(' · ')}</p>
}
