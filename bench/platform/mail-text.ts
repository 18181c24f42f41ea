/** An update about a post, as long as they are. */
export const mailText = () => {
  const words =
    'Large presses are checked before each shift, and what is found is written down where everybody sees it. '
  const paragraphs = Array.from({ length: 12 }, (_, at) => `${at + 1}. ${words.repeat(3)}`)
  const style = 'margin:0 0 16px;font:16px/24px Arial,sans-serif;color:#222'
  return {
    subject: 'How we check presses',
    plain: `${paragraphs.join('\n\n')}\n\nUnsubscribe: {{unsubscribe}}`,
    html: `<!doctype html><html><body>${paragraphs.map((text) => `<p style="${style}">${text}</p>`).join('\n')}<p><a href="{{unsubscribe}}">Unsubscribe</a></p></body></html>`,
  }
}
