/** Whether somebody has access to the company. */
export const MEMBERS = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' } as const
