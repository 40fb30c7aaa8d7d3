package txexplain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/samples"
)

// networks of the samples, with their peculiarities.
func network(t *testing.T, name string) Network {
	t.Helper()
	for _, n := range []Network{
		{Name: "base", Symbol: "ETH", Wrap: addr("0x4200000000000000000000000000000000000006")},
		{Name: "optimism", Symbol: "ETH", Wrap: addr("0x4200000000000000000000000000000000000006")},
		{Name: "ethereum", Symbol: "ETH", Wrap: addr("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")},
		{Name: "arbitrum", Symbol: "ETH", Wrap: addr("0x82aF49447D8a07e3bd95BD0d56f35241523fBab1"), WrapByTransfer: true},
		{Name: "polygon", Symbol: "POL", Wrap: addr("0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270"), System: addr("0x0000000000000000000000000000000000001010")},
		{Name: "gnosis", Symbol: "XDAI", Wrap: addr("0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d")},
		{Name: "scroll", Symbol: "ETH", Wrap: addr("0x5300000000000000000000000000000000000004")},
		{Name: "celo", Symbol: "CELO", Token: addr("0x471EcE3750Da237f93B8E339c536989b8978a438")},
	} {
		if n.Name == name {
			return n
		}
	}
	t.Fatalf("no network %s", name)
	return Network{}
}

func addr(s string) common.Address { return common.HexToAddress(s) }

// sample reads a recorded transaction and its receipt.
func sample(t *testing.T, dir, name string) (Call, *Result) {
	t.Helper()
	var tx struct {
		Result struct {
			Type  hexutil.Uint64
			From  common.Address
			To    *common.Address
			Value *hexutil.Big
			Input hexutil.Bytes
		}
	}
	var receipt struct {
		Result struct {
			Status          *hexutil.Uint64
			From            common.Address
			ContractAddress *common.Address
			Logs            []struct {
				Address common.Address
				Topics  []common.Hash
				Data    hexutil.Bytes
			}
		}
	}
	for suffix, v := range map[string]any{".tx.json": &tx, ".receipt.json": &receipt} {
		b, err := os.ReadFile(filepath.Join(dir, name+suffix))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, v); err != nil {
			t.Fatalf("%s: %v", name+suffix, err)
		}
	}
	c := Call{Type: uint8(tx.Result.Type), From: receipt.Result.From, To: tx.Result.To, Value: tx.Result.Value.ToInt(), Input: tx.Result.Input}
	r := &Result{Created: receipt.Result.ContractAddress, Failed: receipt.Result.Status != nil && *receipt.Result.Status == 0}
	for _, l := range receipt.Result.Logs {
		r.Logs = append(r.Logs, &types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
	}
	return c, r
}

// TestRecordedTransactions explains real transactions without symbols and decimals, which are not recorded. Indexed
// rows have an explorer that reports no internal transfers; the others have no explorer.
func TestRecordedTransactions(t *testing.T) {
	dir := samples.Path(t, "evm-rpc")
	for _, tt := range []struct {
		name, network string
		indexed       bool
		op            Operation
		actor, other  string
		changes       []string // standard contract[/id] amount
		protocol      string
		summary       string
	}{
		{
			"base-swap-aerodrome-v2-token-token", "base", true, Swap, "0x7264a62ae2f2bbe5fe003f29108afb3c3da0bc16", "0x6cb442acf35158d5eda88fe602221b67b400be3e",
			[]string{"erc20 0x74ccbe53f77b08632ce0cb91d3a545bf6b8e0979 -4719017300893053647294", "erc20 0x4200000000000000000000000000000000000006 70849955500013335"},
			"Aerodrome Universal Router", "Swapped 4719017300893053647294 units of 0x74cc...0979 for 0.07085 WETH via Aerodrome Universal Router",
		},
		{
			"base-swap-uniswap-v3-eth-token", "base", false, Swap, "0x3a4e1e525fae9001037936164fc440df6e71f412", "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
			[]string{"native -5000000000000000", "erc20 0x7299cd731d0712db09e7df43fd670d75db3319bc 10083924460996717903453391"},
			"Uniswap Universal Router v1.2", "Swapped 0.005 ETH for 10083924460996717903453391 units of 0x7299...19bc via Uniswap Universal Router v1.2",
		},
		{
			"base-swap-1inch-v6-token-eth", "base", false, Swap, "0xc37b40abdb939635068d3c5f13e7faf686f03b65", "0x111111125421ca6dc452d289314280a0f8842a65",
			[]string{"native 2362174980374604 approximate", "erc20 0xad1c24de53fad18270d5c99026302e989d212b41 -311804000000000000000000"},
			"1inch v6", "Swapped 311804000000000000000000 units of 0xad1c...2b41 for about 0.00236217 ETH via 1inch v6",
		},
		{
			"base-wrap", "base", true, Wrap, "0xf396e7dbb20489d47f2dabfda013163223b892a0", "0x4200000000000000000000000000000000000006",
			[]string{"native -1200000000000000000", "erc20 0x4200000000000000000000000000000000000006 1200000000000000000"}, "", "Wrapped 1.2 ETH",
		},
		{
			"base-unwrap", "base", false, Unwrap, "0x44f29ebe386c409376c66ad268f9ae595c8c3e76", "0x4200000000000000000000000000000000000006",
			[]string{"native 224486585113410", "erc20 0x4200000000000000000000000000000000000006 -224486585113410"}, "", "Unwrapped 0.000224487 WETH",
		},
		{
			"base-erc721-transfer-basename", "base", true, Send, "0x2b97eb170a57fa2b5ea499b9f0176ef587c6f54d", "0x6722d0fed54f02c60e9cb6948aa18130eac627c7",
			[]string{"erc721 0x03c4738ee98ae44591e1a4a4f3cab6641d95dd9a/112426549028048856546593988202926666418642845280196262619695088491431122056723 -1"}, "",
			"Sent NFT #11242...6723 of 0x03c4...dd9a to 0x6722...27c7",
		},
		{
			"base-nft-mint-paid", "base", false, Mint, "0x533d5eccdd097de447e4142788de58f341a4d619", "0x1089db83561d4c9b68350e1c292279817ac6c8da",
			[]string{"native -12500000000000000", "erc721 0x1089db83561d4c9b68350e1c292279817ac6c8da/21 1"}, "", "Minted NFT #21 of 0x1089...c8da for 0.0125 ETH",
		},
		{
			"base-deposit-tx-type-0x7e", "base", true, Receive, "0x22732c901c0c46128b418ae30b7b53fb95d18b38", "0x4b34f943181408eac424116af7b7790c94cba8b6",
			[]string{"native 8950285956308752000"}, "", "Received 8.95029 ETH deposited from L1",
		},
		{
			"ethereum-nft-buy-wyvern-erc1155", "ethereum", false, NFTBuy, "0x2f6789a208a05c762ca8d142a3df95d29c18b065", "0x708dfa06df589a1e1957391b862e02f7175824e9",
			[]string{"native -33000000000000000", "erc1155 0x495f947276749ce646f68ac8c248420045cb7b5e/50909890099327055131876787985847637658084158548283505915471670954191419867137 1"},
			"OpenSea Wyvern v1", "Bought NFT #50909...7137 of 0x495f...7b5e for 0.033 ETH on OpenSea Wyvern v1",
		},
		{
			"ethereum-erc721-transfer-ens", "ethereum", true, Send, "0x4bba290826c253bd854121346c370a9886d1bc26", "0x34207c538e39f2600fe672bb84a90eff190ae4c7",
			[]string{"erc721 0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85/* -1"}, "", "*",
		},
		{
			"ethereum-erc20-transfer-dai", "ethereum", true, Send, "0xff025244b556f0cd4617fbfe67f7986d7292a3e4", "0x4aa42145aa6ebf72e164c9bbc74fbd3788045016",
			[]string{"erc20 0x6b175474e89094c44da98b954eedeac495271d0f -193961036565990280733"}, "", "Sent 193961036565990280733 units of 0x6b17...1d0f to 0x4aa4...5016",
		},
		{"ethereum-contract-deploy", "ethereum", true, Deploy, "0xc5d494aa0cbabd7871af0ef122fb410fa25c3379", "0x3337286e850cf01b8a8b6094574f0dd6a2108b16", nil, "", "Deployed contract 0x3337...8b16"},
		{"ethereum-failed-tx", "ethereum", true, ContractCall, "0x2b888954421b424c5d3d9ce9bb67c9bd47537d12", "0xfeb4acf3df3cdea7399794d0869ef76a6efaff52", nil, "Safe", "Failed: call (execTransaction) on Safe; nothing moved, only the fee was paid"},
		{"ethereum-self-transfer-zero", "ethereum", true, Send, "0xc37b40abdb939635068d3c5f13e7faf686f03b65", "0xc37b40abdb939635068d3c5f13e7faf686f03b65", nil, "", "Sent 0 ETH to itself"},
		{"ethereum-address-poisoning-zero-transfers", "ethereum", true, ContractCall, "0xf6a4211461eac532574eba5277a0546399a99ed1", "0x734160dae3ad1a6c81a474e6ed7f4d05e57af809", nil, "", "*"},
		{
			"arbitrum-wrap-transfer-only", "arbitrum", true, Wrap, "0x7abaee8f04efd689961115f7a28baa2e73be6703", "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
			[]string{"native -7767825959188763", "erc20 0x82af49447d8a07e3bd95bd0d56f35241523fbab1 7767825959188763"}, "", "Wrapped 0.00776783 ETH",
		},
		{
			"arbitrum-native-transfer", "arbitrum", true, Receive, "0x4e7df0fda2d203f5dfbaa34b9fb64dde5133196e", "0x5f8ef0fda2d203f5dfbaa34b9fb64dde51332a7f",
			[]string{"native 8374552015335015"}, "", "Received 0.00837455 ETH deposited from L1",
		},
		{
			"optimism-unwrap", "optimism", false, Unwrap, "0x81aa5101d4c376cd6dc031ea62d7b64a9bae10a0", "0x4200000000000000000000000000000000000006",
			[]string{"native 518962654328944", "erc20 0x4200000000000000000000000000000000000006 -518962654328944"}, "", "Unwrapped 0.000518963 WETH",
		},
		{
			"polygon-wrap-native-0x1010-logs", "polygon", true, Wrap, "0x33c0aae5b2b6eae2a6286b3a6621b55dcc02dc9e", "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270",
			[]string{"native -119975669998497470000", "erc20 0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270 119975669998497470000"}, "", "Wrapped 119.976 POL",
		},
		{
			"polygon-wrap-native-0x1010-logs", "polygon", false, Wrap, "0x33c0aae5b2b6eae2a6286b3a6621b55dcc02dc9e", "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270",
			[]string{"native -119975669998497470000", "erc20 0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270 119975669998497470000"}, "", "Wrapped 119.976 POL",
		},
		{
			"gnosis-wrap", "gnosis", true, Wrap, "*", "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d",
			[]string{"native -103000000000000000000", "erc20 0xe91d153e0b41518a2ce8dd3d7944fa863463a97d 103000000000000000000"}, "", "Wrapped 103 XDAI",
		},
		{
			"scroll-wrap-double-event", "scroll", true, Wrap, "*", "0x5300000000000000000000000000000000000004",
			[]string{"native -135000000000000000", "erc20 0x5300000000000000000000000000000000000004 135000000000000000"}, "", "Wrapped 0.135 ETH",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call, result := sample(t, dir, tt.name)
			in := Input{Network: network(t, tt.network), Call: call, Result: result, Indexed: tt.indexed}
			got := Explain(in)
			t.Logf("%s | %v | %v", got.Summary, got.Warnings, got.Protocols)
			if got.Operation != tt.op || tt.actor != "*" && got.Actor != addr(tt.actor) || got.Counterparty == nil || *got.Counterparty != addr(tt.other) {
				t.Errorf("%s by %s with %v; want %s by %s with %s", got.Operation, got.Actor, got.Counterparty, tt.op, tt.actor, tt.other)
			}
			wantChanges(t, got, tt.changes)
			if tt.protocol != "" && !slices.ContainsFunc(got.Protocols, func(p Protocol) bool { return p.Name == tt.protocol }) {
				t.Errorf("protocols %v lack %s", got.Protocols, tt.protocol)
			}
			if tt.summary != "*" && got.Summary != tt.summary {
				t.Errorf("summary %q\nwant    %q", got.Summary, tt.summary)
			}
			conserved(t, in)
		})
	}
}
