/** A person's own history: what 'View Details' can show of an entry (specification section 3). */

export type ActivityDetail = 'ip_address' | 'device' | 'location' | 'alert_type' | 'fields';
