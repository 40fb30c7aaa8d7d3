package svm

import (
	"errors"
	"fmt"
)

// Legacy is the version of messages from before there were versions.
const Legacy = -1

// versioned is set in the first byte of a message that has a version.
const versioned = 0x80

// Message is what the signers of a transaction sign. Instructions name accounts by their place in Accounts, behind
// which come those that Lookups load: first all writable ones, then the others.
type Message struct {
	Version      int // 0 or Legacy
	Signers      int // the first so many accounts sign; the very first pays the fee
	ReadSigners  int // the last so many of these are only read
	ReadOthers   int // the last so many of all accounts are only read
	Accounts     []Address
	Blockhash    Hash
	Instructions []Instruction
	Lookups      []Lookup // not in a Legacy message
}

// Instruction is a call of a program. Program and Accounts are places in the message's list.
type Instruction struct {
	Program  uint8
	Accounts []uint8
	Data     []byte
}

// Lookup loads accounts from a table on the chain by their places there.
type Lookup struct {
	Table    Address
	Writable []uint8
	Readable []uint8
}

// ParseMessage reads a message and sees that it is well formed, by the rules that nodes have for that.
func ParseMessage(raw []byte) (*Message, error) {
	r := &reader{rest: raw}
	m := &Message{Version: Legacy}
	if len(raw) > 0 && raw[0]&versioned != 0 {
		m.Version = int(r.byte() &^ versioned)
		if m.Version != 0 {
			return nil, fmt.Errorf("version %d of transactions is not known", m.Version)
		}
	}

	m.read(r)
	switch {
	case r.err != nil:
		return nil, r.err
	case len(r.rest) > 0:
		return nil, errors.New("bytes follow the message")
	}
	return m, m.sane()
}

func (m *Message) read(r *reader) {
	m.Signers = int(r.byte())
	m.ReadSigners = int(r.byte())
	m.ReadOthers = int(r.byte())
	for range r.length() {
		if r.err != nil {
			return
		}
		m.Accounts = append(m.Accounts, r.word())
	}
	m.Blockhash = r.word()

	for range r.length() {
		if r.err != nil {
			return
		}
		m.Instructions = append(m.Instructions, Instruction{
			Program:  r.byte(),
			Accounts: r.list(),
			Data:     r.list(),
		})
	}
	if m.Version == Legacy {
		return
	}
	for range r.length() {
		if r.err != nil {
			return
		}
		m.Lookups = append(m.Lookups, Lookup{
			Table:    r.word(),
			Writable: r.list(),
			Readable: r.list(),
		})
	}
}

// sane holds the message to what nodes ask of one before they look at what it does.
func (m *Message) sane() error {
	all := len(m.Accounts)
	for _, l := range m.Lookups {
		if len(l.Writable)+len(l.Readable) == 0 {
			return errors.New("a lookup loads nothing")
		}
		all += len(l.Writable) + len(l.Readable)
	}
	const most = 256 // places are bytes
	switch {
	case all > most:
		return errors.New("there are more accounts than can be named")
	case m.Signers+m.ReadOthers > len(m.Accounts):
		return errors.New("there are fewer accounts than the header counts")
	case m.ReadSigners >= m.Signers:
		return errors.New("nobody pays the fee")
	}

	seen := map[Address]bool{}
	for _, a := range m.Accounts {
		if seen[a] {
			return fmt.Errorf("account %s is there twice", a)
		}
		seen[a] = true
	}
	return m.saneCalls(all)
}

// saneCalls sees that instructions name accounts that there are. Programs cannot be loaded from tables, nor be the
// account that pays.
func (m *Message) saneCalls(all int) error {
	for i, call := range m.Instructions {
		if call.Program == 0 || int(call.Program) >= len(m.Accounts) {
			return fmt.Errorf("instruction %d calls no program", i)
		}
		for _, place := range call.Accounts {
			if int(place) >= all {
				return fmt.Errorf("instruction %d names an account that is not there", i)
			}
		}
	}
	return nil
}

// Bytes is the message as it is signed and sent.
func (m *Message) Bytes() []byte {
	var raw []byte
	if m.Version != Legacy {
		raw = append(raw, versioned|byte(m.Version))
	}
	raw = append(raw, byte(m.Signers), byte(m.ReadSigners), byte(m.ReadOthers))
	raw = appendLength(raw, len(m.Accounts))
	for _, a := range m.Accounts {
		raw = append(raw, a[:]...)
	}
	raw = append(raw, m.Blockhash[:]...)

	raw = appendLength(raw, len(m.Instructions))
	for _, call := range m.Instructions {
		raw = append(raw, call.Program)
		raw = appendList(raw, call.Accounts)
		raw = appendList(raw, call.Data)
	}
	if m.Version == Legacy {
		return raw
	}

	raw = appendLength(raw, len(m.Lookups))
	for _, l := range m.Lookups {
		raw = append(raw, l.Table[:]...)
		raw = appendList(raw, l.Writable)
		raw = appendList(raw, l.Readable)
	}
	return raw
}

// FeePayer is the account that pays the fee.
func (m *Message) FeePayer() Address { return m.Accounts[0] }

// program is the program that an instruction calls.
func (m *Message) program(call Instruction) Address { return m.Accounts[call.Program] }

// account is the account in a place of an instruction's list. It is not known where a table holds it.
func (m *Message) account(call Instruction, place int) (a Address, known bool) {
	if place >= len(call.Accounts) || int(call.Accounts[place]) >= len(m.Accounts) {
		return Address{}, false
	}
	return m.Accounts[call.Accounts[place]], true
}
