// Package nullable makes the pointers by which answers say null.
package nullable

// Text is nil, which prints as null, for an empty text.
func Text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
