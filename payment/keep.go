package payment

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/farebox/farebox/internal/secret"
)

// forgetAfter is how long after its settlement the answer of a route that promises to keep nothing can be had again by
// the same payment: the authorization's two minutes and some for a buyer whose connection broke.
const forgetAfter = 15 * time.Minute

// keeper makes what the ledger keeps of a request unreadable to whoever reads the ledger.
//
// What was bought, and the buyer's name for it, are stored as keyed hashes, whose keys are not in the database. An
// unkeyed hash of a password or of a telephone number would be as good as the thing. An answer is sealed for the
// payment and the very bytes of the request: the row and the server's secret do not open it without the request.
type keeper struct {
	requests  secret.Key
	purchases secret.Key
	answers   secret.Key
	zip       *zstd.Encoder
	unzip     *zstd.Decoder
}

func newKeeper(s secret.Secret) (*keeper, error) {
	k := &keeper{}
	for _, purpose := range []struct {
		name string
		key  *secret.Key
	}{
		{"requests of payments", &k.requests},
		{"purchase ids", &k.purchases},
		{"answers of payments", &k.answers},
	} {
		key, err := s.Key(purpose.name)
		if err != nil {
			return nil, err
		}
		*purpose.key = key
	}

	var err error
	k.zip, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(4))
	if err != nil {
		return nil, err
	}
	k.unzip, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(4))
	return k, err
}

// requestHash names what is bought.
func (k *keeper) requestHash(bought []byte) string {
	return hex.EncodeToString(k.requests.Name(bought))
}

// purchaseID names a purchase of payer by the buyer's own name for it, which may reveal what is bought; "" if there is
// none.
func (k *keeper) purchaseID(payer, id string) string {
	if id == "" {
		return ""
	}
	return hex.EncodeToString(k.purchases.Name([]byte(payer), []byte(id)))
}

// answerHead precedes the body in the encrypted text, on its own line.
type answerHead struct {
	Status      int    `json:"status"`
	ContentType string `json:"type"`
	Zstd        bool   `json:"zstd,omitempty"` // the body is compressed

	Passage *passage `json:"passage,omitempty"` // replaces the answer
}

// packFrom is the size in bytes from which compressing an answer is worth the time.
const packFrom = 1024

// seal is the answer for who pays with key for bought. Nothing of it is readable, neither its type nor its status.
func (k *keeper) seal(a Answer, key Key, bought []byte) ([]byte, error) {
	head := answerHead{
		Status:      a.Status,
		ContentType: a.ContentType,
		Passage:     a.passage,
	}
	body := a.Body
	if len(body) >= packFrom {
		if packed := k.zip.EncodeAll(body, nil); len(packed) < len(body) {
			head.Zstd = true
			body = packed
		}
	}

	line, err := json.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("write the head of an answer: %w", err)
	}
	plain := slices.Concat(line, []byte{'\n'}, body)
	return k.answers.Seal(plain, []byte(key.Network), []byte(key.Payer), []byte(key.Nonce), bought)
}

// errForgotten says that the answer of a payment is not kept any more.
var errForgotten = errors.New("payment: the answer is not kept any more")

// open is the answer of a settled payment for who knows what was bought.
func (k *keeper) open(e *Entry, bought []byte) (Answer, error) {
	if len(e.Sealed) == 0 {
		return Answer{}, errForgotten
	}
	key := e.Key
	plain, err := k.answers.Open(e.Sealed, []byte(key.Network), []byte(key.Payer), []byte(key.Nonce), bought)
	if err != nil {
		return Answer{}, err
	}

	line, body, _ := bytes.Cut(plain, []byte{'\n'})
	var head answerHead
	if err := json.Unmarshal(line, &head); err != nil {
		return Answer{}, fmt.Errorf("read the head of an answer: %w", err)
	}
	if head.Zstd {
		if body, err = k.unzip.DecodeAll(body, nil); err != nil {
			return Answer{}, fmt.Errorf("unpack an answer: %w", err)
		}
	}

	return Answer{
		Status:      head.Status,
		ContentType: head.ContentType,
		Body:        body,
		passage:     head.Passage,
	}, nil
}
