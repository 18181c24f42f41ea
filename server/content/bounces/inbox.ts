import { deriveKey, keyedDigest, sameText } from '#server/kit/secrets.ts'

/** The key under which a mail server posts what came back for a company; it is kept nowhere. */
export const openInbox = ({ secret, publicUrl }: { secret: string; publicUrl: string }) => {
  const key = deriveKey(secret, 'bounce-inbox')
  const keyOf = (companyId: number) =>
    `${companyId}.${keyedDigest(key, String(companyId)).subarray(0, 16).toString('base64url')}`

  return {
    addressOf: (companyId: number) => `${publicUrl}/mail/bounces/${keyOf(companyId)}`,

    /** The company of a key; undefined for a key that was not made here. */
    companyOf(sent: string): number | undefined {
      const [company = ''] = sent.split('.', 1)
      const companyId = /^[1-9]\d{0,9}$/.test(company) ? Number(company) : 0
      return sameText(keyOf(companyId), sent) && companyId > 0 ? companyId : undefined
    },
  }
}
export type Inbox = ReturnType<typeof openInbox>
