package server

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/x402"
)

// screenedBy is the list whose addresses payers have to be compared with: it has nearly all that any list names.
const screenedBy = "ofac"

// screenRetry is when to ask again while that list cannot be used.
const screenRetry = time.Minute

// longestPayer is how many letters an address of a payer has at most: 32 bytes in base58.
const longestPayer = 44

// payerScreen says who is not sold to: the addresses of PAYERS_DENY, and with PAYERS_SCREEN those that a sanctions list
// names. While OFAC's list is not there or out of date, nobody can be said not to be on it, and nothing is sold.
type payerScreen struct {
	denied map[string]bool // by address as x402.SameAddress writes it
	lists  func() []sanctions.Status
}

// payerScreen reads the settings.
func (c *Config) payerScreen(lists *sanctions.Lists) (*payerScreen, error) {
	s := &payerScreen{denied: map[string]bool{}}
	if c.PayersScreen {
		s.lists = lists.Status
	}
	for _, entry := range splitList(c.PayersDeny) {
		if checkPayer(entry) == nil {
			s.denied[x402.SameAddress(entry)] = true
			continue
		}
		if err := s.readFile(entry); err != nil {
			return nil, fmt.Errorf("PAYERS_DENY: %w", err)
		}
	}
	return s, nil
}

// readFile adds the addresses of a file, one a line. What follows a # is a comment.
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
		if err := checkPayer(text); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		s.denied[x402.SameAddress(text)] = true
	}
	return lines.Err()
}

// checkPayer wants the address of a payer: of an EVM network, or of Solana.
func checkPayer(text string) error {
	if strings.HasPrefix(text, "0x") {
		return checkAddress(text)
	}
	return solanaAddress(text)
}

// denyEntries is the rule of PAYERS_DENY as far as it needs no file.
func denyEntries(value string) error {
	entries := splitList(value)
	if len(entries) == 0 {
		return errors.New("must be addresses and files of such, separated by commas")
	}
	for _, entry := range entries {
		switch {
		case strings.HasPrefix(entry, "0x"):
			if err := checkAddress(entry); err != nil {
				return err
			}
		case len(entry) > longestPayer && base58.Decode(entry, base58.Bitcoin) != nil:
			// not quoted: it may be a private key that was put in the wrong place
			return errors.New("must be addresses and files of such, not something so long in base58")
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

// of is the answer to a payment of an address; nil where it is sold to.
func (s *payerScreen) of(address string) *problem.Problem {
	address = x402.SameAddress(address)
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
