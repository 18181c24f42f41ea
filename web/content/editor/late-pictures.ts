import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

/** The library of pictures, to choose one from. */
export const PicturesDrawer = lateDialog(() =>
  import('#web/content/blog-images/PicturesDrawer.tsx').then(({ PicturesDrawer }) => PicturesDrawer),
)
