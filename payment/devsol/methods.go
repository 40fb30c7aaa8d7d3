package devsol

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/farebox/farebox/payment/svm"
)

// methods are those of the JSON-RPC (https://solana.com/docs/rpc) that buyers and sellers of x402 call. Amounts,
// balances and simulations are as of the latest block, whatever commitment is asked for; blockhashes, statuses and the
// clock are as of the one asked for. Accounts are written in base64 alone.
func (c *Chain) methods() map[string]method {
	locked := func(m method) method {
		return func(params []json.RawMessage) (any, *callError) {
			c.mu.Lock()
			defer c.mu.Unlock()
			return m(params)
		}
	}
	l := c.ledger

	return map[string]method{
		"getHealth":                         always("ok"),
		"getVersion":                        always(map[string]string{"solana-core": "farebox-dev"}),
		"getGenesisHash":                    always(genesisHash),
		"getMinimumBalanceForRentExemption": always(rentExempt),
		"getSlot":                           locked(l.getSlot),
		"getBlockHeight":                    locked(l.getSlot), // each slot has its block
		"getLatestBlockhash":                locked(l.getLatestBlockhash),
		"isBlockhashValid":                  locked(l.isBlockhashValid),
		"getBalance":                        locked(l.getBalance),
		"getAccountInfo":                    locked(l.getAccountInfo),
		"getTokenAccountBalance":            locked(l.getTokenAccountBalance),
		"simulateTransaction":               locked(l.simulateTransaction),
		"sendTransaction":                   locked(l.sendTransaction),
		"getSignatureStatuses":              locked(l.getSignatureStatuses),
		"getSignaturesForAddress":           locked(l.getSignaturesForAddress),
		"getTransaction":                    locked(l.getTransaction),
	}
}

func always(result any) method {
	return func([]json.RawMessage) (any, *callError) { return result, nil }
}

// rentExempt is the deposit of a token account, in lamports.
const rentExempt = 2_039_280

// param reads a parameter; one that is missing is left as it is.
func param(params []json.RawMessage, at int, into any) *callError {
	if at >= len(params) {
		return nil
	}
	if err := json.Unmarshal(params[at], into); err != nil {
		return badParams("Invalid params: " + err.Error())
	}
	return nil
}

// settings are the last parameter of most methods.
type settings struct {
	Commitment             string `json:"commitment"`
	Encoding               string `json:"encoding"`
	SigVerify              bool   `json:"sigVerify"`
	ReplaceRecentBlockhash bool   `json:"replaceRecentBlockhash"`
	SkipPreflight          bool   `json:"skipPreflight"`
	SearchHistory          bool   `json:"searchTransactionHistory"`
	Limit                  int    `json:"limit"`
	Before                 string `json:"before"`
}

// at is the block that a commitment is about. Without one it is the final one, as nodes have it.
func (l *ledger) at(s settings) block {
	if s.Commitment == "" || s.Commitment == "finalized" {
		return l.final()
	}
	return l.tip()
}

// valued is an answer as of a block.
func valued(b block, value any) any {
	return map[string]any{
		"context": map[string]any{"slot": b.slot, "apiVersion": "2.0.0"},
		"value":   value,
	}
}

func (l *ledger) getSlot(params []json.RawMessage) (any, *callError) {
	var s settings
	if err := param(params, 0, &s); err != nil {
		return nil, err
	}
	return l.at(s).slot, nil
}

func (l *ledger) getLatestBlockhash(params []json.RawMessage) (any, *callError) {
	var s settings
	if err := param(params, 0, &s); err != nil {
		return nil, err
	}
	b := l.at(s)
	return valued(b, map[string]any{
		"blockhash":            b.hash.String(),
		"lastValidBlockHeight": b.slot + alive,
	}), nil
}

func (l *ledger) isBlockhashValid(params []json.RawMessage) (any, *callError) {
	var hash svm.Address
	var s settings
	if err := param(params, 0, &hash); err != nil {
		return nil, err
	}
	if err := param(params, 1, &s); err != nil {
		return nil, err
	}
	b := l.at(s)
	return valued(b, l.serves(svm.Hash(hash), b)), nil
}

func (l *ledger) getBalance(params []json.RawMessage) (any, *callError) {
	var owner svm.Address
	if err := param(params, 0, &owner); err != nil {
		return nil, err
	}
	return valued(l.tip(), l.lamports[owner]), nil
}

func (l *ledger) getTokenAccountBalance(params []json.RawMessage) (any, *callError) {
	var place svm.Address
	if err := param(params, 0, &place); err != nil {
		return nil, err
	}
	held := l.tokens[place]
	if held == nil {
		return nil, badParams("Invalid param: could not find account")
	}
	amount := float64(held.units) / math.Pow10(int(l.decimals))
	return valued(l.tip(), map[string]any{
		"amount":         strconv.FormatUint(held.units, 10),
		"decimals":       l.decimals,
		"uiAmount":       amount,
		"uiAmountString": strconv.FormatFloat(amount, 'f', -1, 64),
	}), nil
}

// Accounts that the runtime keeps, and who owns them.
const (
	clockAccount  = "SysvarC1ock11111111111111111111111111111111"
	recentAccount = "SysvarRecentB1ockHashes11111111111111111111"
	sysvarOwner   = "Sysvar1111111111111111111111111111111111111"
)

func (l *ledger) getAccountInfo(params []json.RawMessage) (any, *callError) {
	var place svm.Address
	var s settings
	if err := param(params, 0, &place); err != nil {
		return nil, err
	}
	if err := param(params, 1, &s); err != nil {
		return nil, err
	}
	b := l.at(s)
	if s.Encoding != "base64" {
		return nil, badParams("accounts are written in base64 alone")
	}

	owner, data, lamports := l.content(place, b)
	if owner == "" {
		return valued(b, nil), nil
	}
	return valued(b, map[string]any{
		"data":       []string{base64.StdEncoding.EncodeToString(data), "base64"},
		"executable": false,
		"lamports":   lamports,
		"owner":      owner,
		"rentEpoch":  uint64(math.MaxUint64),
		"space":      len(data),
	}), nil
}

// content is what an account holds; without an owner there is none.
func (l *ledger) content(place svm.Address, b block) (owner string, data []byte, lamports uint64) {
	held := l.tokens[place]
	sol, there := l.lamports[place]
	switch {
	case place.String() == clockAccount:
		return sysvarOwner, clock(b), 1
	case place.String() == recentAccount:
		return sysvarOwner, l.recent(b), 1
	case place == l.mint:
		return svm.TokenProgram.String(), l.mintData(), rentExempt
	case held != nil:
		return svm.TokenProgram.String(), held.data(), rentExempt
	case there:
		return systemProgram.String(), nil, sol
	}
	return "", nil, 0
}

// clock is the slot, the start of the epoch, the epoch, that of the leaders, and the time of a block.
func clock(b block) []byte {
	data := binary.LittleEndian.AppendUint64(nil, b.slot)
	data = append(data, make([]byte, 3*8)...)
	return binary.LittleEndian.AppendUint64(data, uint64(b.made.Unix()))
}

// recent are the blockhashes that serve on top of a block, newest first, each with the price of a signature.
func (l *ledger) recent(on block) []byte {
	var rows []byte
	count := uint64(0)
	for _, b := range slices.Backward(l.blocks) {
		if !l.serves(b.hash, on) {
			continue
		}
		count++
		rows = append(rows, b.hash[:]...)
		rows = binary.LittleEndian.AppendUint64(rows, signatureFee)
	}
	return append(binary.LittleEndian.AppendUint64(nil, count), rows...)
}

// mintData is the token's own account: no one may issue (36 bytes), the supply (8), the decimals, that it is ready.
func (l *ledger) mintData() []byte {
	data := make([]byte, 82)
	supply := uint64(0)
	for _, held := range l.tokens {
		supply += held.units
	}
	binary.LittleEndian.PutUint64(data[36:], supply)
	data[44] = l.decimals
	data[45] = 1
	return data
}

// data is a token account: mint, owner, units, no delegate (36 bytes), its state.
func (h *holding) data() []byte {
	data := make([]byte, 165)
	copy(data, h.mint[:])
	copy(data[32:], h.owner[:])
	binary.LittleEndian.PutUint64(data[64:], h.units)
	data[108] = 1
	if h.frozen {
		data[108] = 2
	}
	return data
}

// transaction reads the transaction that two methods take.
func transaction(params []json.RawMessage) (*svm.Transaction, settings, *callError) {
	var text string
	var s settings
	if err := param(params, 0, &text); err != nil {
		return nil, s, err
	}
	if err := param(params, 1, &s); err != nil {
		return nil, s, err
	}
	if s.Encoding != "base64" {
		return nil, s, badParams("transactions are taken in base64 alone")
	}
	t, err := svm.ParseTransaction(text)
	if err != nil {
		return nil, s, badParams("failed to sanitize transaction: " + err.Error())
	}
	return t, s, nil
}

func (l *ledger) simulateTransaction(params []json.RawMessage) (any, *callError) {
	t, s, err := transaction(params)
	if err != nil {
		return nil, err
	}
	if s.SigVerify && !everybodySigned(t) {
		return valued(l.tip(), outcome(0, fault{"SignatureFailure"})), nil
	}
	units, why := l.try(t, !s.ReplaceRecentBlockhash)
	return valued(l.tip(), outcome(units, why)), nil
}

func outcome(units uint64, why fault) any {
	return map[string]any{
		"err":           why.json(),
		"logs":          []string{},
		"unitsConsumed": units,
		"accounts":      nil,
		"returnData":    nil,
	}
}

func (l *ledger) sendTransaction(params []json.RawMessage) (any, *callError) {
	t, s, err := transaction(params)
	if err != nil {
		return nil, err
	}
	if !everybodySigned(t) {
		return nil, &callError{Code: codeUnsigned, Message: "Transaction signature verification failure"}
	}

	if !s.SkipPreflight {
		if _, why := l.try(t, true); why != nil {
			return nil, &callError{
				Code:    codePreflight,
				Message: fmt.Sprintf("Transaction simulation failed: %v", why.json()),
				Data:    outcome(0, why),
			}
		}
	}
	if !l.losing {
		l.waiting = append(l.waiting, t)
	}
	return t.ID().String(), nil
}

// confirmation is how sure a block is.
func (l *ledger) confirmation(slot uint64) string {
	if slot <= l.final().slot {
		return "finalized"
	}
	return "confirmed"
}

func (l *ledger) getSignatureStatuses(params []json.RawMessage) (any, *callError) {
	var texts []string
	var s settings
	if err := param(params, 0, &texts); err != nil {
		return nil, err
	}
	if err := param(params, 1, &s); err != nil {
		return nil, err
	}

	if s.SearchHistory && l.forgetful {
		return nil, &callError{Code: codeNoHistory, Message: "Transaction history is not available from this node"}
	}

	all := make([]any, len(texts))
	for i, text := range texts {
		id, err := svm.ParseSignature(text)
		if err != nil {
			return nil, badParams("Invalid param: " + err.Error())
		}
		d := l.done[id]
		if d == nil || !s.SearchHistory && l.tip().slot-d.slot > alive {
			continue
		}
		all[i] = map[string]any{
			"slot":               d.slot,
			"confirmations":      nil,
			"err":                d.why.json(),
			"confirmationStatus": l.confirmation(d.slot),
		}
	}
	return valued(l.tip(), all), nil
}

func (l *ledger) getSignaturesForAddress(params []json.RawMessage) (any, *callError) {
	var place svm.Address
	var s settings
	if err := param(params, 0, &place); err != nil {
		return nil, err
	}
	if err := param(params, 1, &s); err != nil {
		return nil, err
	}

	rows := []any{}
	listed := s.Before == ""
	for _, d := range slices.Backward(l.touched[place]) {
		if !listed {
			listed = d.id.String() == s.Before
			continue
		}
		if s.Limit > 0 && len(rows) == s.Limit {
			break
		}
		rows = append(rows, map[string]any{
			"signature":          d.id.String(),
			"slot":               d.slot,
			"err":                d.why.json(),
			"blockTime":          d.made.Unix(),
			"confirmationStatus": l.confirmation(d.slot),
		})
	}
	return rows, nil
}

func (l *ledger) getTransaction(params []json.RawMessage) (any, *callError) {
	var text string
	if err := param(params, 0, &text); err != nil {
		return nil, err
	}
	id, err := svm.ParseSignature(text)
	if err != nil {
		return nil, badParams("Invalid param: " + err.Error())
	}

	d := l.done[id]
	if d == nil {
		return nil, nil
	}
	return map[string]any{
		"slot":        d.slot,
		"blockTime":   d.made.Unix(),
		"transaction": []string{d.text, "base64"},
		"meta":        map[string]any{"err": d.why.json()},
		"version":     0,
	}, nil
}
