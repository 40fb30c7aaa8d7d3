// Package each makes lists and sets of the items of lists.
package each

import (
	"slices"
	"strings"
)

// Of is a list in another form, [] for one without items.
func Of[T, U any](list []T, form func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, item := range list {
		out = append(out, form(item))
	}
	return out
}

// Set has each item of a list.
func Set[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, item := range list {
		set[item] = true
	}
	return set
}

// WordSet has each word of a text.
func WordSet(text string) map[string]bool { return Set(strings.Fields(text)) }

// Once has each item of a list where it stands first, nil for a list without items.
func Once[T comparable](list []T) []T {
	var out []T
	for _, item := range list {
		if !slices.Contains(out, item) {
			out = append(out, item)
		}
	}
	return out
}

// Where has the items of a list that fit, nil if none does.
func Where[T any](list []T, fits func(T) bool) []T {
	var out []T
	for _, item := range list {
		if fits(item) {
			out = append(out, item)
		}
	}
	return out
}
