package server

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/problem"
)

// screenedBy is the list whose addresses payers have to be compared with: it has nearly all that any list names.
const screenedBy = "ofac"

// screenRetry is when to ask again while that list cannot be used.
const screenRetry = time.Minute

// payerScreen says who is not sold to: the addresses of PAYERS_DENY, and with PAYERS_SCREEN those that a sanctions list
// names. While OFAC's list is not there or out of date, nobody can be said not to be on it, and nothing is sold.
type payerScreen struct {
	denied map[string]bool // by address in lower case
	lists  func() []sanctions.Status
}

// payerScreen reads the settings.
func (c *Config) payerScreen(lists *sanctions.Lists) (*payerScreen, error) {
	s := &payerScreen{denied: map[string]bool{}}
	if c.PayersScreen {
		s.lists = lists.Status
	}
	for _, entry := range splitList(c.PayersDeny) {
		if strings.HasPrefix(entry, "0x") {
			s.denied[strings.ToLower(entry)] = true
			continue
		}
		if err := s.readFile(entry); err != nil {
			return nil, fmt.Errorf("PAYERS_DENY: %w", err)
		}
	}
	return s, nil
}

// readFile adds the addresses of a file, one a line. What stands behind a # is a comment.
func (s *payerScreen) readFile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() // it was only read

	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := checkAddress(text); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		s.denied[strings.ToLower(text)] = true
	}
	return lines.Err()
}

// denyEntries is the rule of PAYERS_DENY as far as it needs no file.
func denyEntries(value string) error {
	entries := splitList(value)
	if len(entries) == 0 {
		return errors.New("must be 0x addresses and files of such, separated by commas")
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry, "0x") {
			continue
		}
		if err := checkAddress(entry); err != nil {
			return err
		}
	}
	return nil
}

// closed is the answer in place of a quote while nobody can be screened; nil otherwise.
func (s *payerScreen) closed() *problem.Problem {
	if s.lists == nil {
		return nil
	}
	for _, list := range s.lists() {
		if list.ID == screenedBy && list.State == "ok" && list.List != nil {
			return nil
		}
	}
	return problem.Unavailable(problem.CodeListUnavailable, screenRetry,
		"payers cannot be compared with the sanctions lists right now, so nothing is sold; nothing was charged")
}

// of is the answer to a payment of an address in lower case; nil where it is sold to.
func (s *payerScreen) of(address string) *problem.Problem {
	if s.denied[address] {
		return notServed("the operator of this service does not sell to this payer; nothing was charged")
	}
	if p := s.closed(); p != nil {
		return p
	}
	if s.lists == nil {
		return nil
	}
	for _, list := range s.lists() {
		if list.List != nil && len(list.List.Wallet(address)) > 0 {
			return notServed("this payer's address is on the %s, so that nothing is sold to it; nothing was charged",
				list.Title)
		}
	}
	return nil
}

func notServed(format string, args ...any) *problem.Problem {
	return problem.New(http.StatusForbidden, problem.CodePayerNotServed, format, args...)
}
