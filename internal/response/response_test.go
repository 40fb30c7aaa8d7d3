package response

import (
	"context"
	"testing"
)

func TestZeroValueIsNull(t *testing.T) {
	if OrNull("") != nil || OrNull(0) != nil {
		t.Error("a zero value is not null")
	}
	if s := OrNull(" "); s == nil || *s != " " {
		t.Error("a blank is a text")
	}
}

func TestWaivedAnswerIsSeenByItsWatch(t *testing.T) {
	Waive(t.Context()) // nobody watches

	outer, outerWaived := Watch(t.Context())
	other, otherWaived := Watch(t.Context())
	inner, cancel := context.WithCancel(outer)
	defer cancel()

	Waive(inner)

	if !outerWaived() || otherWaived() || other == outer {
		t.Errorf("waived %v, other %v", outerWaived(), otherWaived())
	}
}
