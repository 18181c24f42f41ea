import { Button, Progress } from 'antd'
import { ProductPicture } from './ProductPicture.tsx'
import type { Upload } from './use-uploads.ts'

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onPutAway: () => void
}

/** A picture on its way: how much of it was sent, or why it did not arrive. */
export const UploadRow = ({ upload: { file, address, sent, failure }, onRetry, onPutAway }: UploadRowProps) => (
  <li className="picture-row">
    <ProductPicture image={failure ? undefined : { small: address, alt: '' }} size={96} />
    <div className="picture-text">
      <p className="picture-name">
        <span className="cut">{file.name}</span>
      </p>
      {failure ? (
        <p className="picture-failure" role="alert">
          {failure.sentence}
        </p>
      ) : (
        <>
          <Progress percent={Math.floor(sent * 100)} showInfo={false} aria-label={`Sent of ${file.name}`} />
          <p className="picture-size">{sent === 0 ? 'Waiting' : sent < 1 ? 'Uploading' : 'Preparing'}</p>
        </>
      )}
    </div>
    {failure && (
      <div className="picture-acts">
        {failure.canRetry && <Button onClick={onRetry}>Retry</Button>}
        <Button onClick={onPutAway}>Dismiss</Button>
      </div>
    )}
  </li>
)
