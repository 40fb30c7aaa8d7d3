// Package drift measures what the service makes of providers whose answers are no longer what they were. A [Tap] on the
// way to the providers notes what is asked and answered, and makes one [Change] at a time; a [Call] judges what the
// service says then.
package drift
