import { toast } from './toast.ts'

/** Copies a text and says so, or how else to get it: browsers may refuse, and offer none of it over plain http. */
export const copyText = async (text: string, { done, failed }: { done: string; failed: string }) => {
  try {
    await navigator.clipboard.writeText(text)
    toast.done(done)
  } catch {
    toast.failed(failed)
  }
}
