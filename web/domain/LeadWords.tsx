import './lead-facts.css'

/** The enquiry in the sender's own words. */
export const LeadWords = ({ message }: { message: string | null }) =>
  message?.trim() ? (
    <blockquote className="lead-words">“{message.trim()}”</blockquote>
  ) : (
    <p className="lead-words lead-wordless">The sender left no message.</p>
  )
