// Package each writes the items of lists in another form.
package each

// Of is a list in another form, [] for one without items.
func Of[T, U any](list []T, form func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, item := range list {
		out = append(out, form(item))
	}
	return out
}
