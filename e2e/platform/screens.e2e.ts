import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  untilSettled,
} from '../fixtures.ts'

const SCREENS = [
  { path: '/marketing/marketing_leads_list', title: 'Leads' },
  { path: '/marketing/add_leads', title: 'Add Leads' },
  { path: '/marketing/all_leads', title: 'Unassigned Leads' },
  { path: '/marketing/assigned_leads', title: 'Assigned Leads' },
  { path: '/marketing/valid_leads', title: 'Valid Leads' },
  { path: '/marketing/registration_leads', title: 'Registration Leads' },
  { path: '/marketing/restrict_domain', title: 'Restrict Domain' },
  { path: '/marketing/auto_assign_qa', title: 'Assign QA' },
  { path: '/marketing/b2b_auto_salesrep_assign', title: 'B2B Sales Rep Auto Assign' },
  { path: '/marketing/sales_member_dashboard', title: 'Sales Member Dashboard' },
  { path: '/marketing/import_leads', title: 'Import Leads' },
  { path: '/marketing/duplicates', title: 'Duplicates' },
  { path: '/marketing/qc_support', title: 'QC Support' },
  { path: '/marketing/recent_changes', title: 'Recent changes' },
  { path: '/marketing/notifications', title: 'Notifications' },
  { path: '/marketing/configuration', title: 'Configuration' },
  { path: '/marketing/my_permissions', title: 'My permissions' },
  { path: '/app/companies', title: 'Companies' },
  { path: '/app/people', title: 'People' },
  { path: '/marketing/masterproduct_properties', title: 'Product Properties' },
  { path: '/marketing/product_listing', title: 'Product List' },
  { path: '/marketing/import_products', title: 'Import Products' },
  { path: '/marketing/vendor_data_update_listing', title: 'Vendor Data Update List' },
  { path: '/marketing/blog_listing', title: 'Blog List' },
  { path: '/marketing/contactus_listing', title: 'Contact List' },
  { path: '/marketing/news_letter_listing', title: 'News Letter List' },
  { path: '/marketing/import_subscribers', title: 'Import Subscribers' },
  { path: '/marketing/blog_author_listing', title: 'Blog Author List' },
  { path: '/app/profile', title: 'My profile' },
  { path: '/app/sessions', title: 'Sessions' },
] as const

// Each is for itself: whichever worker is free takes the next.
test.describe.configure({ mode: 'parallel' })

for (const { path, title } of SCREENS)
  test(`${title} opens with its title, is accessible in both themes, and never scrolls sideways`, async ({ page }) => {
    await signIn(page, 'admin@halden.example')
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(title))
    await untilSettled(page)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInThemes(page)
  })

const NOT_BUILT = ['/communication/contacts', '/competitorInsight/PostListing']

test('a screen that is not built yet says so plainly and is in no menu', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  for (const path of NOT_BUILT) {
    await page.goto(path)
    await expect(page.getByText(/not built yet|is not here yet|not available yet/i).first(), path).toBeVisible()
    await expect(page.getByRole('navigation').locator(`a[href="${path}"]`)).toHaveCount(0)
  }
})

test('a person without a screen’s key gets the 403 page in its place, with its text and thirty particles', async ({
  page,
}) => {
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/add_leads')
  await expect(page.getByRole('heading', { name: '403 Unauthorized' })).toBeVisible()
  await expect(
    page.getByText(
      "Oops! You don't have permission to access this page. Please check your credentials or contact support.",
    ),
  ).toBeVisible()
  await expect(page.locator('.particle, [class*=particle] > *')).toHaveCount(30)
  await expectAccessible(page)
  await page
    .getByRole('link', { name: 'Return Home' })
    .or(page.getByRole('button', { name: 'Return Home' }))
    .click()
  await expect(page).toHaveURL('/')
})
