/**
 * A mail as the document of a frame. Mails say how they look in attributes, which the content policy refuses in our pages: each
 * becomes a rule of a style element, which has the nonce.
 */
export const mailDocument = (html: string, nonce: string | undefined) => {
  const rules: string[] = []
  const body = html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag
      .replace(/ style="([^"]*)"/, (_, css: string) => {
        rules.push(`[data-rule="${rules.length}"]{${withQuotes(css)}}`)
        return ` data-rule="${rules.length - 1}"`
      })
      .replace(/^<style\b/i, `<style nonce="${nonce ?? ''}"`),
  )
  return `<!doctype html><style nonce="${nonce ?? ''}">${rules.join('')}</style>${body}`
}

const withQuotes = (css: string) =>
  css
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll('&amp;', '&')
