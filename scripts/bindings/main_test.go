package main

import (
	"strings"
	"testing"
)

const binding = `package contracts

import "errors"

var _ = errors.New

// TokenMetaData is the ABI.
var TokenMetaData = "abi"

// Token is a contract.
type Token struct{}

// NewToken parses the ABI.
func NewToken() *Token { _ = TokenMetaData; return &Token{} }

// PackName packs a call.
func (t *Token) PackName() []byte { return nil }

// TryPackName packs a call.
func (t *Token) TryPackName() ([]byte, error) { return nil, nil }

// TokenSent is an event.
type TokenSent struct{}

// ContractEventName is its name.
func (TokenSent) ContractEventName() string { return "Sent" }

// TokenLost is an event.
type TokenLost struct{}

// ContractEventName is its name.
func (TokenLost) ContractEventName() string { return "Lost" }
`

func TestOnlyWhatIsUsedIsKept(t *testing.T) {
	code, err := pruned([]byte(binding), map[string]bool{"NewToken": true, "PackName": true, "TokenSent": true})
	if err != nil {
		t.Fatal(err)
	}

	got := string(code)
	for _, want := range []string{"errors.New", "TokenMetaData = ", "type Token ", "PackName", `"Sent"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, gone := range []string{"TryPackName", "TokenLost", `"Lost"`} {
		if strings.Contains(got, gone) {
			t.Errorf("%s is still there", gone)
		}
	}
}
