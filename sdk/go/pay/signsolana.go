package pay

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// solanaExtra is what an offer on Solana says beside its terms.
type solanaExtra struct {
	FeePayer        string `json:"feePayer"`
	Memo            string `json:"memo"`
	RecentBlockhash string `json:"recentBlockhash"`
}

// maxMemo is how many bytes of a note are signed for a seller.
const maxMemo = 256

// readSolana reads what an offer on Solana needs.
func (o *Offer) readSolana(entry json.RawMessage) error {
	var read struct {
		Extra solanaExtra `json:"extra"`
	}
	if err := json.Unmarshal(entry, &read); err != nil {
		return errors.New("the offer's extra is malformed")
	}
	if _, err := parseAccount(read.Extra.FeePayer); err != nil {
		return errors.New("the offer names no fee payer")
	}
	if len(read.Extra.Memo) > maxMemo {
		return fmt.Errorf("the offer's memo has more than %d bytes", maxMemo)
	}
	if payTo, err := parseAccount(o.PayTo); err != nil || payTo == (account{}) {
		return fmt.Errorf("payTo %q is no account", o.PayTo)
	}
	o.solana = &read.Extra
	return nil
}

// solanaLife is after how long a transaction is over for certain. Its blockhash serves for 150 blocks, which take 30 to
// 60 seconds.
const solanaLife = 150 * time.Second

// SolanaNode is the JSON-RPC node of the main network that is asked for a blockhash where the seller names none.
const SolanaNode = "https://api.mainnet-beta.solana.com"

// SignSolana is [Sign] for an offer on Solana. The transaction has a note of its own, so that no two payments are the
// same. Its blockhash is the seller's, if the quote has one, else that of the node (a JSON-RPC URL).
func SignSolana(
	ctx context.Context, wallet SolanaSigner, node string, q *Quote, o Offer, purchaseID string,
) (*Signed, error) {
	return solanaTerms{
		wallet: wallet,
		node:   node,
		client: http.DefaultClient,
	}.sign(ctx, time.Now(), rand.Reader, q, o, purchaseID)
}

// solanaTerms are who pays on Solana, and who is asked for blockhashes.
type solanaTerms struct {
	wallet SolanaSigner
	node   string
	client *http.Client
}

func (s solanaTerms) sign(
	ctx context.Context, now time.Time, random io.Reader, q *Quote, o Offer, purchaseID string,
) (*Signed, error) {
	if o.Obstacle != "" {
		return nil, fmt.Errorf("pay: %s", o.Obstacle)
	}
	if o.solana == nil {
		return nil, errors.New("pay: the offer is not on Solana")
	}
	hash, err := s.blockhash(ctx, o.solana.RecentBlockhash)
	if err != nil {
		return nil, err
	}
	note := o.solana.Memo
	if note == "" {
		var nonce [16]byte
		if _, err := io.ReadFull(random, nonce[:]); err != nil {
			return nil, fmt.Errorf("pay: nonce: %w", err)
		}
		note = hex.EncodeToString(nonce[:])
	}

	message, err := solanaMessage(s.wallet.Address(), o, hash, note)
	if err != nil {
		return nil, err
	}
	signature, err := s.wallet.SignMessage(message)
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}
	return s.signed(now, q, o, message, signature, purchaseID)
}

// signed is the payment: two signatures, the first of which is the fee payer's and still missing, and the message.
func (s solanaTerms) signed(
	now time.Time, q *Quote, o Offer, message []byte, signature [64]byte, purchaseID string,
) (*Signed, error) {
	const signatures = 2
	transaction := slices.Concat([]byte{signatures}, make([]byte, len(signature)), signature[:], message)
	value, err := encodePayment(q, o, payload{Transaction: base64.StdEncoding.EncodeToString(transaction)}, purchaseID)
	if err != nil {
		return nil, err
	}

	p := signedMessage(q.Version, message)
	p.Value = value
	p.Network = o.Network
	p.Payer = s.wallet.Address()
	p.PayTo = o.PayTo
	p.Amount = strconv.FormatInt(int64(o.amount), 10)
	p.ValidBefore = now.Add(solanaLife)
	p.units = o.amount
	p.resource = q.Resource
	return p, nil
}

// signedMessage is a payment as far as the bytes that were signed name it.
func signedMessage(version Version, message []byte) *Signed {
	name := sha256.Sum256(message)
	s := &Signed{
		Version: version,
		Header:  headerSignature,
		Nonce:   hex.EncodeToString(name[:]),
	}
	if version == V1 {
		s.Header = headerSignatureV1
	}
	return s
}

// Where things are in this package's transactions.
const (
	messageAt  = 1 + 2*64
	accountsAt = messageAt + 5
	transferAt = accountsAt + (places+1)*32 + 1 + 8 + 12 + 7 // behind the blockhash and the calls before it
)

// parseTransaction reads a transaction of this package's back from a payment. It does not say when it is over.
func parseTransaction(version Version, text, payTo string) (*Signed, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw) < transferAt+9 || raw[transferAt] != transferChecked || raw[accountsAt-1] != places {
		return nil, errors.New("its transaction was not made here")
	}
	s := signedMessage(version, raw[messageAt:])
	s.Payer = account(raw[accountsAt+placePayer*32:][:32]).String()
	s.PayTo = payTo
	s.Amount = strconv.FormatUint(binary.LittleEndian.Uint64(raw[transferAt+1:]), 10)
	return s, nil
}

// transferChecked begins the call of the token program.
const transferChecked = 12

// blockhash is the one that the seller names, or the latest that the node knows.
func (s solanaTerms) blockhash(ctx context.Context, named string) (account, error) {
	if hash, err := parseAccount(named); err == nil {
		return hash, nil
	}

	var latest struct {
		Value struct {
			Blockhash string `json:"blockhash"`
		} `json:"value"`
	}
	node := &chain{
		url:    s.node,
		client: s.client,
	}
	err := node.ask(ctx, &latest, "getLatestBlockhash", map[string]string{"commitment": "confirmed"})
	if err != nil {
		return account{}, err
	}
	hash, err := parseAccount(latest.Value.Blockhash)
	if err != nil {
		return account{}, errors.New("pay: the node's blockhash is not one")
	}
	return hash, nil
}

// What the buyer offers the fee payer's network: units of computation, and their price in microlamports.
const (
	computeUnits = 20_000
	unitPrice    = 1
)

// Places in the message's list of accounts: two signers, the first of whom pays the fee, two that are written, four
// that are read.
const (
	placeFeePayer = iota
	placePayer
	placeSource
	placeDestination
	placeMint
	placeToken
	placeBudget
	placeMemo
	places
)

// solanaMessage is what the wallet signs: a transaction of version 0 that sets a limit and a price of computation,
// transfers, and holds a note.
func solanaMessage(payer string, o Offer, hash account, note string) ([]byte, error) {
	accounts, err := solanaAccounts(payer, o)
	if err != nil {
		return nil, err
	}
	const version, signers, readSigners, readOthers = 0x80, 2, 1, 4
	message := []byte{version, signers, readSigners, readOthers, places}
	for _, a := range accounts {
		message = append(message, a[:]...)
	}
	message = append(message, hash[:]...)

	const decimals = 6
	transfer := binary.LittleEndian.AppendUint64([]byte{transferChecked}, uint64(o.amount))
	calls := []struct {
		program  byte
		accounts []byte
		data     []byte
	}{
		{placeBudget, nil, binary.LittleEndian.AppendUint32([]byte{2}, computeUnits)},
		{placeBudget, nil, binary.LittleEndian.AppendUint64([]byte{3}, unitPrice)},
		{placeToken, []byte{placeSource, placeMint, placeDestination, placePayer}, append(transfer, decimals)},
		{placeMemo, nil, []byte(note)},
	}
	message = append(message, byte(len(calls)))
	for _, call := range calls {
		message = append(message, call.program)
		message = append(message, byte(len(call.accounts)))
		message = append(message, call.accounts...)
		message = binary.AppendUvarint(message, uint64(len(call.data)))
		message = append(message, call.data...)
	}
	const lookups = 0
	return append(message, lookups), nil
}

// solanaAccounts are the accounts of the message in their places.
func solanaAccounts(payer string, o Offer) (list [places]account, err error) {
	var receiver account
	for _, read := range []struct {
		text string
		into *account
	}{
		{o.solana.FeePayer, &list[placeFeePayer]},
		{payer, &list[placePayer]},
		{o.PayTo, &receiver},
		{o.asset.Contract, &list[placeMint]},
		{tokenProgram, &list[placeToken]},
		{budgetProgram, &list[placeBudget]},
		{memoProgram, &list[placeMemo]},
	} {
		if *read.into, err = parseAccount(read.text); err != nil {
			return list, err
		}
	}

	if list[placeSource], err = tokenAccount(list[placePayer], list[placeMint]); err != nil {
		return list, err
	}
	if list[placeDestination], err = tokenAccount(receiver, list[placeMint]); err != nil {
		return list, err
	}

	for i, a := range list {
		if slices.Contains(list[:i], a) {
			return list, fmt.Errorf("pay: account %s would be in the payment twice", a)
		}
	}
	return list, nil
}
