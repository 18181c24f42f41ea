import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { PRODUCT_READS } from './product-reads.ts'

/** What else can be done with a product. */
export const ProductMenu = ({
  product: { id, name },
  onDeleted,
}: {
  product: ProductDetails
  onDeleted: () => void
}) => {
  const remove = useAction(masterProducts.remove, {
    done: ({ message }) => (message === undefined ? `Deleted ${name}` : `Deleted ${name}. ${message}`),
    refreshes: PRODUCT_READS.filter((one) => one !== masterProducts.details),
    then: onDeleted,
  })
  if (!can(masterProducts.remove)) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [{ key: 'delete', danger: true, label: 'Delete product', onClick: () => void remove({ body: { id } }) }],
      }}
    >
      <Button type="text" icon={<MoreOutlined aria-hidden />} aria-label="More actions" />
    </Dropdown>
  )
}
