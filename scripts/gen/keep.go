package main

import (
	"regexp"

	"github.com/getkin/kin-openapi/openapi3"
)

// keepsNothing matches a description that says that something is not stored.
var keepsNothing = regexp.MustCompile(`(?i)\b(not|never|nothing|neither)\b[^.;]*\bstored\b`)

// lintKeep checks that the promise of a route, or of its family, to keep nothing comes with what makes it true
// (x-keep: never), and vice versa. tag is the description of the route's family.
func lintKeep(say sayFunc, where, tag string, op *openapi3.Operation, paid bool) {
	value, given := op.Extensions["x-keep"]
	promised := keepsNothing.MatchString(op.Description) || keepsNothing.MatchString(tag)
	switch {
	case given && value != "never":
		say(where, "x-keep must be never, not %v", value)
	case given && !paid:
		say(where, "x-keep is for paid routes: nothing is kept of others")
	case given && !promised:
		say(where, "with x-keep: never the description, or that of the family, says what is not stored")
	case !given && promised && paid:
		say(where, "promises that something is not stored and has no x-keep: never")
	}
}
