package chaintest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// WrapHash is the transaction of the examples of /tx and /tx/explain: 1.2 ETH wrapped on Base in April 2024.
const WrapHash = "0x0d418e4a858ca5faf00c36b685561ca0fdac52ebd10364bf2cb6d7b5969e84e5"

// ExplainHash is a swap on Base. No development chain can make it, since its contracts have those addresses only
// there.
const ExplainHash = "0x5eed1e55a11ce0000000000000000000000000000000000000000000000e2c01"

var (
	//go:embed testdata/example_wrap.tx.json
	wrapTx []byte
	//go:embed testdata/example_wrap.receipt.json
	wrapReceipt []byte
	//go:embed testdata/explain_swap.tx.json
	explainTx []byte
	//go:embed testdata/explain_swap.receipt.json
	explainReceipt []byte
)

// explorer is the explorer's URL for a Base transaction's internal transfers; the hash goes at the end.
const explorer = "https://api.routescan.io/v2/network/mainnet/evm/8453/etherscan/api" +
	"?module=account&action=txlistinternal&txhash="

// ExplainAnswers is the explorer's answer for both transactions: the wrap has no internal transfers, and the swap's
// router wraps what it received.
func ExplainAnswers() []upstreamtest.Answer {
	return []upstreamtest.Answer{{
		URL:  explorer + WrapHash,
		Body: `{"status":"0","message":"No transactions found","result":[]}`,
	}, {
		URL: explorer + ExplainHash,
		Body: `{"status":"1","message":"OK","result":[{"blockNumber":"2","timeStamp":"1686789351","from":"0x6ff5693b99212da76ad316178a184ab56d299b43",` +
			`"to":"0x4200000000000000000000000000000000000006","value":"1250000000000000000","contractAddress":"","input":"","type":"call",` +
			`"gas":"40000","gasUsed":"23974","isError":"0","errCode":""}]}`,
	}}
}

// WithExplained answers the JSON-RPC calls for both transactions and their receipts, and passes all others to next.
func WithExplained(next http.Handler) http.Handler {
	return WithTransaction(WithTransaction(next, ExplainHash, explainTx, explainReceipt), WrapHash, wrapTx, wrapReceipt)
}

// WithTransaction answers the JSON-RPC calls for one transaction and its receipt, in batches and alone, and passes
// all others to next, in one request as received.
func WithTransaction(next http.Handler, hash string, tx, receipt []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}

		var calls, replies, others []json.RawMessage
		if json.Unmarshal(body, &calls) != nil {
			calls = []json.RawMessage{body} // no batch
		}

		for _, call := range calls {
			if reply := fixed(call, hash, tx, receipt); reply != nil {
				replies = append(replies, reply)
			} else {
				others = append(others, call)
			}
		}

		single := !bytes.HasPrefix(bytes.TrimSpace(body), []byte("["))
		switch {
		case len(replies) == 0:
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
			return
		case len(others) > 0:
			replies = append(replies, pass(next, r, others)...)
		}

		w.Header().Set("Content-Type", "application/json")
		var answer any = replies
		if single {
			answer = replies[0]
		}

		_ = json.NewEncoder(w).Encode(answer)
	})
}

// pass forwards the calls as one batch. Replies are matched by id, so the order does not matter.
func pass(next http.Handler, r *http.Request, calls []json.RawMessage) (replies []json.RawMessage) {
	body, err := json.Marshal(calls)
	if err != nil {
		return nil
	}
	rest := r.Clone(r.Context())
	rest.Body = io.NopCloser(bytes.NewReader(body))
	rest.ContentLength = int64(len(body))
	rec := httptest.NewRecorder()
	next.ServeHTTP(rec, rest)
	if json.Unmarshal(rec.Body.Bytes(), &replies) != nil {
		return nil
	}
	return replies
}

// fixed is the reply to a call for the transaction, or nil for other calls.
func fixed(call json.RawMessage, hash string, tx, receipt []byte) json.RawMessage {
	var c struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params []any           `json:"params"`
	}
	if json.Unmarshal(call, &c) != nil || len(c.Params) == 0 {
		return nil
	}
	if asked, ok := c.Params[0].(string); !ok || !strings.EqualFold(asked, hash) {
		return nil
	}

	result := tx
	switch c.Method {
	case "eth_getTransactionByHash":
	case "eth_getTransactionReceipt":
		result = receipt
	default:
		return nil
	}

	reply, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      c.ID,
		"result":  json.RawMessage(result),
	})
	if err != nil {
		return nil
	}

	return reply
}
