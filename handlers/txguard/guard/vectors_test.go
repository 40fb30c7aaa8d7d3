package guard

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestSelectorsAreThePublishedOnes compares the table with selectors that explorers and the projects'
// own documentation print.
func TestSelectorsAreThePublishedOnes(t *testing.T) {
	table := engine(t).functions
	for selector, name := range map[string]string{
		"0x095ea7b3": "approve", "0x39509351": "increaseAllowance", "0xa457c2d7": "decreaseAllowance", "0xa22cb465": "setApprovalForAll",
		"0xa9059cbb": "transfer", "0x23b872dd": "transferFrom", "0x42842e0e": "safeTransferFrom", "0xb88d4fde": "safeTransferFrom",
		"0xf242432a": "safeTransferFrom", "0x2eb2c2d6": "safeBatchTransferFrom", "0xd505accf": "permit", "0x8fcbaf0c": "permit",
		"0x3659cfe6": "upgradeTo", "0x4f1ef286": "upgradeToAndCall", "0x8f283970": "changeAdmin", "0x99a88ec4": "upgrade", "0x9623609d": "upgradeAndCall",
		"0xe9ae5c53": "execute", "0x34fcd5be": "executeBatch", "0x47e1da2a": "executeBatch", "0x18dfb3c7": "executeBatch", "0x8d80ff0a": "multiSend",
		"0xf08a0323": "setFallbackHandler", "0x0d582f13": "addOwnerWithThreshold", "0xe318b52b": "swapOwner", "0xf8dc5dd9": "removeOwner",
		"0x694e80c3": "changeThreshold", "0x3158952e": "Claim", "0x5fba79f5": "SecurityUpdate", "0x9c9316c5": "NetworkMerge", "0xa16f15c3": "Connect",
		"0xd0e30db0": "deposit", "0x2e1a7d4d": "withdraw",
	} {
		f := table[[4]byte(common.FromHex(selector))]
		if f == nil || !strings.HasPrefix(f.signature, name+"(") {
			t.Errorf("%s %s: the table has %v", selector, name, f)
		}
	}
}

// typed makes the JSON of typed data.
func typed(t *testing.T, types map[string]string, primary string, domain, message map[string]any) []byte {
	t.Helper()
	all := map[string][]map[string]string{}
	for name, list := range types {
		all[name] = []map[string]string{}
		for _, m := range strings.Split(list, ",") {
			typ, member, _ := strings.Cut(m, " ")
			all[name] = append(all[name], map[string]string{"type": typ, "name": member})
		}
	}
	raw, err := json.Marshal(map[string]any{"types": all, "primaryType": primary, "domain": domain, "message": message})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func parse(t *testing.T, raw []byte) *Typed {
	t.Helper()
	out, err := ParseTyped(raw)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const (
	ownerA   = "0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa"
	spenderB = "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"
	usdcMain = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
	usdcBase = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
)

const (
	permitFields  = "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline"
	detailsFields = "address token,uint160 amount,uint48 expiration,uint48 nonce"
	orderFields   = "address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter"
	offerFields   = "uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount"
)

func orderTypes() map[string]string {
	return map[string]string{"OrderComponents": orderFields, "OfferItem": offerFields, "ConsiderationItem": offerFields + ",address recipient"}
}

// TestTypeHashesAreThePublishedOnes: the constants that the contracts carry in their source.
func TestTypeHashesAreThePublishedOnes(t *testing.T) {
	permit2Domain := map[string]any{"name": "Permit2", "chainId": 1, "verifyingContract": permit2.Hex()}
	details := map[string]any{"token": usdcMain, "amount": "1", "expiration": 1, "nonce": 0}
	for _, c := range []struct {
		name, hash string
		raw        []byte
	}{
		{"EIP-2612 Permit", "0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9", typed(t, map[string]string{"Permit": permitFields}, "Permit",
			map[string]any{"name": "x", "chainId": 1, "verifyingContract": usdcMain}, map[string]any{"owner": ownerA, "spender": spenderB, "value": 1, "nonce": 0, "deadline": 1})},
		{"DAI Permit", "0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb", typed(t, map[string]string{"Permit": "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed"}, "Permit",
			map[string]any{"name": "x"}, map[string]any{"holder": ownerA, "spender": spenderB, "nonce": 0, "expiry": 0, "allowed": true})},
		{"Permit2 PermitSingle", "0xf3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0", typed(t, map[string]string{"PermitSingle": "PermitDetails details,address spender,uint256 sigDeadline", "PermitDetails": detailsFields}, "PermitSingle",
			permit2Domain, map[string]any{"details": details, "spender": spenderB, "sigDeadline": 1})},
		{"Permit2 PermitBatch", "0xaf1b0d30d2cab0380e68f0689007e3254993c596f2fdd0aaa7f4d04f79440863", typed(t, map[string]string{"PermitBatch": "PermitDetails[] details,address spender,uint256 sigDeadline", "PermitDetails": detailsFields}, "PermitBatch",
			permit2Domain, map[string]any{"details": []any{details}, "spender": spenderB, "sigDeadline": 1})},
		{"Permit2 PermitTransferFrom", "0x939c21a48a8dbe3a9a2404a1d46691e4d39f6583d6ec6b35714604c986d80106", typed(t, map[string]string{"PermitTransferFrom": "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline", "TokenPermissions": "address token,uint256 amount"}, "PermitTransferFrom",
			permit2Domain, map[string]any{"permitted": map[string]any{"token": usdcMain, "amount": 1}, "spender": spenderB, "nonce": 0, "deadline": 1})},
		{"EIP-3009", "0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267", typed(t, map[string]string{"TransferWithAuthorization": "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce"}, "TransferWithAuthorization",
			map[string]any{"name": "x"}, map[string]any{"from": ownerA, "to": spenderB, "value": 1, "validAfter": 0, "validBefore": 1, "nonce": "0x" + strings.Repeat("00", 32)})},
		{"Seaport OrderComponents", "0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f", typed(t, orderTypes(), "OrderComponents", map[string]any{"name": "Seaport"}, order(nil, nil))},
		{"Safe SafeTx", "0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8", typed(t, safeTypes, "SafeTx", map[string]any{"chainId": 1, "verifyingContract": ownerA}, safeTx(spenderB, "0x", 0))},
	} {
		if got := parse(t, c.raw).TypeHash.Hex(); got != c.hash {
			t.Errorf("%s: type hash %s, want %s", c.name, got, c.hash)
		}
	}
}

// TestMailOfTheStandardHashesAsPublished is the example of EIP-712 itself.
func TestMailOfTheStandardHashesAsPublished(t *testing.T) {
	d := parse(t, []byte(`{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
		"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
		"primaryType":"Mail","domain":{"name":"Ether Mail","version":"1","chainId":1,"verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
		"message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}}`))
	if d.Digest.Hex() != "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2" {
		t.Errorf("digest %s", d.Digest)
	}
	if d.Separator.Hex() != "0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f" {
		t.Errorf("domain separator %s", d.Separator)
	}
}

// TestPermit2DomainSeparatorIsTheDeployedOne: the value that the contract on Ethereum returns.
func TestPermit2DomainSeparatorIsTheDeployedOne(t *testing.T) {
	d := parse(t, typed(t, map[string]string{"X": "uint256 a"}, "X", map[string]any{"name": "Permit2", "chainId": 1, "verifyingContract": permit2.Hex()}, map[string]any{"a": 1}))
	if d.Separator.Hex() != "0x866a5aba21966af95d6c7ab78eb2b2fc913915c28be3b9aa07cc04ff903e3f28" {
		t.Errorf("domain separator %s", d.Separator)
	}
}

func order(offer, consideration []any) map[string]any {
	return map[string]any{
		"offerer": ownerA, "zone": common.Address{}.Hex(), "offer": orEmpty(offer), "consideration": orEmpty(consideration), "orderType": 0, "startTime": "1",
		"endTime": "1795000000", "zoneHash": "0x" + strings.Repeat("00", 32), "salt": "7", "conduitKey": "0x" + strings.Repeat("00", 32), "counter": 0,
	}
}

func orEmpty(l []any) []any {
	if l == nil {
		return []any{}
	}
	return l
}

func offered(kind int, token, amount string) map[string]any {
	return map[string]any{"itemType": kind, "token": token, "identifierOrCriteria": "12", "startAmount": amount, "endAmount": amount}
}

func wanted(kind int, token, amount, recipient string) map[string]any {
	m := offered(kind, token, amount)
	m["recipient"] = recipient
	return m
}

var safeTypes = map[string]string{"SafeTx": "address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce"}

func safeTx(to, data string, operation int) map[string]any {
	return map[string]any{
		"to": to, "value": "0", "data": data, "operation": operation, "safeTxGas": 0, "baseGas": 0, "gasPrice": 0,
		"gasToken": common.Address{}.Hex(), "refundReceiver": common.Address{}.Hex(), "nonce": 3,
	}
}

// TestKnownAddressesDoNotLookAlike: otherwise the look-alike rule would name a wrong one.
func TestKnownAddressesDoNotLookAlike(t *testing.T) {
	for network, table := range newKnown() {
		seen := map[string]string{}
		for a, k := range table {
			key := fmt.Sprintf("%x%x", a[:2], a[18:])
			if other, ok := seen[key]; ok {
				t.Errorf("%s: %s and %s look alike", network, k.Name, other)
			}
			seen[key] = k.Name
		}
	}
}
