import { PictureOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import type { Upload } from './use-uploads.ts'
import './uploads.css'

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  /** Also ends what is on its way. */
  onPutAway: () => void
}

/** A picture on its way: how much of it was sent, or why it did not arrive. */
export const UploadRow = ({ upload: { file, address, sent, failure }, onRetry, onPutAway }: UploadRowProps) => (
  <li className="upload-row">
    {failure ? (
      <span className="upload-tile upload-tile-none" aria-hidden>
        <PictureOutlined />
      </span>
    ) : (
      <img className="upload-tile" src={address} alt="" />
    )}
    <div className="upload-text">
      <p className="upload-name cut">{file.name}</p>
      {failure ? (
        <p className="upload-failure" role="alert">
          {failure.sentence}
        </p>
      ) : (
        <>
          <Progress percent={Math.floor(sent * 100)} showInfo={false} aria-label={`Sent of ${file.name}`} />
          <p className="upload-state">{sent === 0 ? 'Waiting' : sent < 1 ? 'Uploading' : 'Preparing'}</p>
        </>
      )}
    </div>
    <div className="upload-acts">
      {failure?.canRetry && <Button onClick={onRetry}>Retry</Button>}
      <Button onClick={onPutAway}>{failure ? 'Dismiss' : 'Cancel'}</Button>
    </div>
  </li>
)
