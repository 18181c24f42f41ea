import { blogImages, type BlogImage } from '#contract/content/blog-images.ts'
import { refresh } from '#web/kit/data/api.ts'
import { sendPicture, type SendOptions } from '#web/platform/pictures/use-uploads.ts'

/** Puts a file into the library; one that is there already is answered. */
export const uploadImage = async (file: File, options: SendOptions = {}): Promise<BlogImage> => {
  const name = file.name.slice(0, 200)
  const { data } = await sendPicture(blogImages.add, file, (bytes) => ({ query: { name }, bytes }), options)
  void refresh(blogImages.list)
  return data
}
