package payment

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// What a route that promises to keep nothing may log. Error and panic texts often quote their input: for these routes
// only their types are logged.

// told is what may be logged of a panic. The texts of Go's own runtime errors name indexes and types alone.
func (i *Item) told(panicked any) any {
	if _, own := panicked.(runtime.Error); own || !i.KeepNothing {
		return panicked
	}
	return fmt.Sprintf("a %T, whose text is not logged because %s keeps nothing", panicked, i.Route)
}

// discreet is a handler's error with a cause that may be logged.
func (i *Item) discreet(err error) error {
	if err == nil || !i.KeepNothing {
		return err
	}
	p := *problem.From(err)
	if p.Cause != nil {
		p.Cause = errors.New(kinds(p.Cause))
	}
	return &p
}

// kinds are the types of an error and of what it wraps.
func kinds(err error) string {
	var names []string
	for ; err != nil; err = errors.Unwrap(err) {
		names = append(names, fmt.Sprintf("%T", err))
	}
	return strings.Join(names, ": ")
}
