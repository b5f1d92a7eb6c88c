/** What was typed of a view that is refused: in the list's URL. Without its form's rules, which browsers do not load. */
export const TYPED_NAME = 'view-name';
export const TYPED_SHARED = 'view-shared';
