package ofac

import (
	"strings"
	"testing"
)

func TestCurrencyIsReadFromTheTypeOfAnIdentifier(t *testing.T) {
	for kind, want := range map[string]string{
		"Digital Currency Address - XBT": "XBT", "Digital Currency Address - USDT ": "USDT", "Passport": "", "": "", "Email Address": "",
	} {
		if got := (ID{Type: kind}).Currency(); got != want {
			t.Errorf("%q: %q", kind, got)
		}
	}
}

func TestListWithoutADateIsRefused(t *testing.T) {
	if _, err := Read(strings.NewReader("<sdnList><sdnEntry><uid>1</uid></sdnEntry></sdnList>"), func(*Entry) error { return nil }); err == nil {
		t.Error("read")
	}
}
