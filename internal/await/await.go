// Package await is for tests that wait for what nothing tells them: what another process, a chain, a browser or a list
// that loads in the background brings about. Waits on our own clock are in bubbles of testing/synctest instead.
package await

import (
	"testing"
	"time"
)

// patience only ends what hangs: a machine with much else to do takes many times the usual.
const patience = 5 * time.Minute

// Until asks again and again, until the answer is yes. What is in the message of a test that waited in vain. Pauses are
// a tenth of the time so far, so that neither short waits become longer nor long ones cost much.
func Until(tb testing.TB, what string, ok func() bool) {
	tb.Helper()

	for begin := time.Now(); !ok(); {
		so := time.Since(begin)
		if so > patience {
			tb.Fatalf("never came: %s", what)
		}
		time.Sleep(min(max(so/10, time.Millisecond), 100*time.Millisecond))
	}
}
