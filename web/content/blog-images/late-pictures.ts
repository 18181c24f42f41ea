import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

/** The library of pictures, loaded when it is opened. */
export const PicturesDrawer = lateDialog(() =>
  import('./PicturesDrawer.tsx').then(({ PicturesDrawer }) => PicturesDrawer),
)
