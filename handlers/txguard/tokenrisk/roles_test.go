package tokenrisk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestGrantsThatNobodyNeedsHideNone: a token can log a thousand grants after the one that counts.
func TestGrantsThatNobodyNeedsHideNone(t *testing.T) {
	const (
		head  = 100_000
		spent = head - 10 // block of the thousand
	)
	token := common.HexToAddress("0x01")
	holder := common.HexToAddress("0x02")
	logs := []any{grantLog(token, spent-1, 0, holder)}
	for i := range uint64(grantMost) {
		somebody := common.BigToAddress(hexutil.MustDecodeBig(hexutil.EncodeUint64(1000 + i)))
		logs = append(logs, grantLog(token, spent, i, somebody))
	}

	world := upstreamtest.New(t)
	world.Handle("mainnet.base.org", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var calls []struct {
			ID     int               `json:"id"`
			Method string            `json:"method"`
			Params []json.RawMessage `json:"params"`
		}
		var body json.RawMessage
		_ = json.NewDecoder(r.Body).Decode(&body)
		if body[0] == '{' {
			body = slices.Concat([]byte{'['}, body, []byte{']'})
		}
		if err := json.Unmarshal(body, &calls); err != nil {
			t.Error(err)
		}

		answers := make([]map[string]any, len(calls))
		for i, call := range calls {
			answers[i] = map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": hexutil.EncodeUint64(head)}
			switch call.Method {
			case "eth_chainId":
				answers[i]["result"] = "0x2105"
			case "eth_getLogs":
				var f struct {
					FromBlock, ToBlock hexutil.Uint64
					Topics             []any
				}
				if err := json.Unmarshal(call.Params[0], &f); err != nil {
					t.Error(err)
				}
				found := []any{}
				for _, l := range logs {
					n := hexutil.MustDecodeUint64(l.(map[string]any)["blockNumber"].(string))
					asked := strings.Contains(fmt.Sprint(f.Topics), roleGranted.Hex())
					if asked && n >= uint64(f.FromBlock) && n <= uint64(f.ToBlock) {
						found = append(found, l)
					}
				}
				answers[i]["result"] = found
				if f.FromBlock == 0 {
					delete(answers[i], "result")
					answers[i]["error"] = map[string]any{"code": -32000, "message": "block range too large"}
				}
			}
		}
		_ = json.NewEncoder(w).Encode(answers)
	}))
	chains, err := evm.New(world.Pool(t, nil), evm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	client, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}

	reader := &Reader{
		Client:       client,
		Now:          time.Now,
		RecentBlocks: 1000,
	}
	got := reader.grants(t.Context(), token, &OnChain{}, head)
	if !slices.Contains(got.Accounts, holder) || got.Unread == "" {
		t.Errorf("%d accounts, %q", len(got.Accounts), got.Unread)
	}
}

func grantLog(token common.Address, block, index uint64, account common.Address) any {
	hash := common.BigToHash(hexutil.MustDecodeBig(hexutil.EncodeUint64(block)))
	return map[string]any{
		"address": token, "topics": []common.Hash{roleGranted, {}, common.BytesToHash(account[:]), {}}, "data": "0x",
		"blockNumber": hexutil.EncodeUint64(block), "blockHash": hash, "transactionHash": hash,
		"transactionIndex": "0x0", "logIndex": hexutil.EncodeUint64(index),
	}
}
