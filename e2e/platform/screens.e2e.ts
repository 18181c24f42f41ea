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
  { path: '/marketing/my_verdicts', title: 'My Verdicts' },
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
  { path: '/competitorInsight/PostListing', title: 'Blog Post List' },
  { path: '/communication/contacts', title: 'Contacts' },
  { path: '/communication/contacts?tab=companies', title: 'Contacts' },
  { path: '/communication/contacts?tab=duplicates', title: 'Contacts' },
  { path: '/communication/import_contacts', title: 'Import Contacts' },
  { path: '/communication/import_companies', title: 'Import Companies' },
  { path: '/app/profile', title: 'My profile' },
  { path: '/app/sessions', title: 'Sessions' },
] as const

// Any free worker takes the next; several screens share what it takes to sign in.
test.describe.configure({ mode: 'parallel' })
const AT_ONCE = 6

for (let from = 0; from < SCREENS.length; from += AT_ONCE) {
  const screens = SCREENS.slice(from, from + AT_ONCE)
  const named = `${screens[0]!.path} to ${screens.at(-1)!.path}`
  test(`screens from ${named} open with their titles, are accessible in both themes, and never scroll sideways`, async ({
    page,
  }) => {
    test.slow()
    await signIn(page, 'admin@halden.example')
    for (const { path, title } of screens)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(title))
        await untilSettled(page)
        await expectNoSidewaysScroll(page)
        await expectAccessibleInThemes(page)
      })
  })
}

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
