package guard

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestMessagesThatCannotBeJudgedAreWarnedOf has a row for each class of messages that was allowed unread.
func TestMessagesThatCannotBeJudgedAreWarnedOf(t *testing.T) {
	domain := func(name string) map[string]any {
		return map[string]any{"name": name, "version": "1", "chainId": 8453, "verifyingContract": strangerC}
	}
	f := accounts(map[string]Account{
		strangerC: Contract, junkF: Contract, usdcBase: Contract, ownerA: NoCode, worker: NoCode,
	})
	f.Unpublished = map[common.Address]bool{common.HexToAddress(junkF): true}
	f.NFTs = map[common.Address]bool{common.HexToAddress(strangerC): true}
	padded := func(account, rest string) string { return account + strings.Repeat(rest, 12) }

	sale := map[string]string{"SaleApproval": "address seller,address marketplace,address paymentMethod," +
		"address tokenAddress,uint256 tokenId,uint256 amount,uint256 itemPrice,uint256 expiration,uint256 nonce"}
	selling := func(price int) map[string]any {
		return map[string]any{
			"seller": ownerA, "marketplace": worker, "paymentMethod": zero.Hex(), "tokenAddress": strangerC,
			"tokenId": 7, "amount": 1, "itemPrice": price, "expiration": now.Unix() + 60, "nonce": 1,
		}
	}
	forwarded := func(by string, units int) []byte {
		return typed(t, map[string]string{"ForwardRequest": "address from,address to,uint256 value,bytes data"}, "ForwardRequest",
			map[string]any{"name": "Forwarder", "chainId": 8453, "verifyingContract": by}, map[string]any{
				"from": ownerA, "to": usdcBase, "value": 0, "data": of("transfer(address,uint256)", worker, units),
			})
	}
	lists := map[string]string{"Batch": "address user,Leg[] inputs,Leg[] outputs", "Leg": "address token,uint256 amount"}
	for _, c := range []struct {
		why     string
		raw     []byte
		verdict Verdict
	}{
		{
			"a signer linked at a venue", typed(t, map[string]string{"LinkSigner": "bytes32 sender,bytes32 signer,uint64 nonce"},
				"LinkSigner", domain("Vertex"), map[string]any{
					"sender": padded(ownerA, "00"), "signer": padded(worker, "00"), "nonce": 3,
				}), Warn,
		},
		{
			"a login that is a digest", typed(t, map[string]string{"Login": "bytes32 digest"}, "Login", domain("Login"),
				map[string]any{"digest": "0x" + strings.Repeat("5c", 32)}), Warn,
		},
		{"a sale at no price", typed(t, sale, "SaleApproval", domain("PaymentProcessor"), selling(0)), Block},
		{
			"lists of which the second is empty", typed(t, lists, "Batch", domain("Intents"), map[string]any{
				"user": ownerA, "inputs": []any{map[string]any{"token": usdcBase, "amount": 5}}, "outputs": []any{},
			}), Block,
		},
		{
			"a session key for everything", typed(t, map[string]string{"Session": "address account,address sessionKey"},
				"Session", domain("Account"), map[string]any{"account": strangerC, "sessionKey": worker}), Warn,
		},
		{
			"a call by a meta-transaction that sends a token without a price to a stranger",
			typed(t, map[string]string{"MetaTransaction": "uint256 nonce,address from,bytes functionSignature"},
				"MetaTransaction", domain("Token"), map[string]any{
					"nonce": 0, "from": ownerA, "functionSignature": of("transfer(address,uint256)", worker, 900),
				}), Warn,
		},
		{"$5,000 sent by way of a contract without a source", forwarded(junkF, 5_000_000_000), Warn},
		{"$500 sent by way of it", forwarded(junkF, 500_000_000), Allow},
		{"$5,000 sent by way of another contract", forwarded(strangerC, 5_000_000_000), Allow},
	} {
		t.Run(c.why, func(t *testing.T) {
			if j := signedBy(t, ownerA, c.raw, f); j.Verdict != c.verdict {
				t.Errorf("%s %d: %v", j.Verdict, j.Risk, j.codes())
			}
		})
	}
}

// TestMessagesThatStayWithTheirSignerMayComeFromAnySite: another site could choose nobody
// to whom such a message pays anything.
func TestMessagesThatStayWithTheirSignerMayComeFromAnySite(t *testing.T) {
	for _, c := range []struct {
		why, members string
		named        string
		unpublished  string
		verdict      Verdict
	}{
		{"the signer deposits", "address minter,uint256 amount,bytes32 nonce", ownerA, "", Allow},
		{"at a contract without a source", "address minter,uint256 amount,bytes32 nonce", ownerA, strangerC, Warn},
		{"another contract takes part", "address user,uint256 amount,address vault", junkF, "", Allow},
		{"one without a source", "address user,uint256 amount,address vault", junkF, junkF, Warn},
		{"a token that is not on this network", "address user,uint256 amount,address inputToken", worker, "", Allow},
		{"somebody else", "address user,uint256 amount,address account", worker, "", Warn},
		{"somebody by a number", "address user,uint256 amount,uint256 toAccountId", "7", "", Warn},
		{"somebody by a text", "address user,uint256 amount,string account", "DE89", "", Warn},
		{"somebody by bytes", "address user,uint256 amount,bytes32 account", "0x" + strings.Repeat("5c", 32), "", Warn},
		{"nobody is named as the signer", "uint256 amount,uint256 fee", "7", "", Warn},
	} {
		t.Run(c.why, func(t *testing.T) {
			values := map[string]any{"amount": 5_000_000, "nonce": "0x" + strings.Repeat("5c", 32)}
			for _, member := range strings.Split(c.members, ",") {
				_, name, _ := strings.Cut(member, " ")
				if values[name] == nil {
					values[name] = c.named
				}
			}
			if strings.HasPrefix(c.members, "address") && values["minter"] == nil {
				values["user"] = ownerA
			}
			p := parse(t, typed(t, map[string]string{"Deposit": c.members}, "Deposit", map[string]any{
				"name": "Savings", "chainId": 8453, "verifyingContract": strangerC,
			}, values))
			p.Signer = new(common.HexToAddress(ownerA))
			p.Origin = "https://earn.example"
			f := accounts(map[string]Account{strangerC: Contract, junkF: Contract, ownerA: NoCode, worker: NoCode})
			f.Verified = map[common.Address]bool{}
			for _, of := range []string{strangerC, junkF} {
				f.Verified[common.HexToAddress(of)] = of != c.unpublished
			}

			e := engine(t)
			e.Judge(e.Signature(network(t, "base"), p), f, now).want(t, c.verdict)
		})
	}
}

// TestSignInThatHandsRightsOnIsWarnedOf: resources of a recap (ERC-5573) are rights, pages are none.
func TestSignInThatHandsRightsOnIsWarnedOf(t *testing.T) {
	text := func(resource string) string {
		return "app.example.org wants you to sign in with your Ethereum account:\n" +
			common.HexToAddress(ownerA).Hex() + "\n\nSign in\n\nURI: https://app.example.org\nVersion: 1\nChain ID: 8453\n" +
			"Nonce: k9Jd82hfkq2\nIssued At: 2026-11-20T10:00:00Z\nResources:\n- " + resource
	}
	e := engine(t)
	judged := func(resource string) Judgement {
		p := ParsePlain(text(resource), "")
		signer := common.HexToAddress(ownerA)
		p.Signer = &signer
		p.Origin = "https://app.example.org"
		return e.Judge(e.Message(network(t, "base"), p), accounts(nil), now)
	}
	if j := judged("urn:recap:eyJhdHQiOnsid2FsbGV0Ijp7InRyYW5zZmVyIjpbe31dfX0sInByZiI6W119"); j.Verdict != Warn {
		t.Errorf("a recap: %s %v", j.Verdict, j.codes())
	}
	if j := judged("https://app.example.org/terms"); j.Verdict != Allow {
		t.Errorf("a page: %s %v", j.Verdict, j.codes())
	}
}

// TestTextsNameWhoAsks: a text that names pages of another site only comes from there, and one that does more than to
// sign in may come from anywhere where it does not name who asks for it.
func TestTextsNameWhoAsks(t *testing.T) {
	e := engine(t)
	for _, c := range []struct {
		origin, text string
		verdict      Verdict
	}{
		{"https://app.example.org", "Welcome. Terms: https://example.org/terms", Allow},
		{"https://app.example.org", "Create an identity. More: https://chat.example.net/signatures/", Warn},
		{"https://app.example.org", "Follow https://social.example.net at https://app.example.org", Allow},
		{"", "Create an identity. More: https://chat.example.net/signatures/", Allow},
		{"https://bank.example", "Send EUR 20 to DE89 3704 0044 0532 0130 00", Warn},
		{"https://app.shop-one.example:8443", "Shop One: pay order 5 with EUR 20", Allow},
		{"https://shop-one.example", "Shop Onerous: pay order 5", Warn},
		{"https://shop.example", "Workshop: pay order 5", Warn},
		{"https://*.example", "Pay order 5", Warn},
		{"localhost", "Pay order 5", Warn},
		{"https://bank.example", "Sign this message to log in. Nonce: 5", Allow},
		{"https://bank.example", "Log in at https://shop.example", Warn},
		{"", "Send EUR 20 to DE89 3704 0044 0532 0130 00", Allow},
	} {
		p := ParsePlain(c.text, "")
		p.Origin = c.origin
		if j := e.Judge(e.Message(network(t, "base"), p), accounts(nil), now); j.Verdict != c.verdict {
			t.Errorf("%s asks for %q: %s %v", c.origin, c.text, j.Verdict, j.codes())
		}
	}
}

// TestASiteIsItsHost, as browsers read it: what stands before an at sign is a user's name, and no site's.
func TestASiteIsItsHost(t *testing.T) {
	e := engine(t)
	judged := func(text, origin string) Judgement {
		p := ParsePlain(text, "")
		p.Signer = new(common.HexToAddress(ownerA))
		p.Origin = origin
		return e.Judge(e.Message(network(t, "base"), p), accounts(nil), now)
	}

	for _, c := range []struct {
		domain, uri, origin string
		verdict             Verdict
	}{
		{"good.example", "https://good.example/@user", "https://good.example/?to=a@b.example", Allow},
		{"good.example", "https://good.example:443", "https://good.example:443/login", Allow},
		{"good.example:8443", "https://good.example:8443", "https://good.example:8443", Allow},
		{"good.example:8443", "https://good.example:8443", "https://good.example", Block},
		{"good.example@evil.example", "https://evil.example", "https://evil.example", Block},
		{"good.example:pass@evil.example", "https://evil.example", "https://good.example:pass@evil.example", Block},
		{"good.example@evil.example", "https://evil.example", "", Block},
		{"good.example", "https://good.example", "https://good.example@evil.example", Block},
		{"good.example", "https://good.example", `https://evil.example\@good.example`, Block},
		{"good.example", "https://good.example@evil.example", "https://good.example", Warn},
		{"good.example", `https://evil.example\.good.example`, "https://good.example", Warn},
		{"good.example", "https://good.example", "https://", Block},
	} {
		text := c.domain + " wants you to sign in with your Ethereum account:\n" + common.HexToAddress(ownerA).Hex() +
			"\n\nURI: " + c.uri + "\nVersion: 1\nChain ID: 8453\nNonce: k9Jd82hfkq2\nIssued At: 2026-11-20T10:00:00Z"
		if j := judged(text, c.origin); j.Verdict != c.verdict {
			t.Errorf("%s asks for %s, %s: %s %v", c.origin, c.domain, c.uri, j.Verdict, j.codes())
		}
	}

	judged("Welcome to https://good.example@evil.example", "https://evil.example").want(t, Warn, siteUnnamed)
	judged("Action: dYdX Chain Onboarding", "https://dydx.trade@evil.example").want(t, Block, signInElsewhere)
	judged("onlySignOn: https://good.example@evil.example", "https://evil.example").want(t, Block, signInElsewhere)
}

// TestStrangersInMessagesThatAnotherSiteAsksFor are blocked by the role that a member's name tells.
func TestStrangersInMessagesThatAnotherSiteAsksFor(t *testing.T) {
	for _, c := range []struct {
		why, member, origin string
		verdict             Verdict
	}{
		{"paid, on its own site", "recipient", "https://app.someswap.org", Warn},
		{"paid, on another site", "recipient", "https://someswap-rewards.org", Block},
		{"paid, and nobody says who asks", "recipient", "", Warn},
		{"may sign, on another site", "signer", "https://someswap-rewards.org", Block},
		{"named, on another site", "friend", "https://someswap-rewards.org", Warn},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := parse(t, typed(t, map[string]string{"Claim": "address " + c.member + ",uint256 amount"}, "Claim",
				map[string]any{"name": "SomeSwap v2", "chainId": 8453, "verifyingContract": strangerC},
				map[string]any{c.member: spenderB, "amount": 5}))
			p.Origin = c.origin
			p.Signer = new(common.HexToAddress(ownerA))
			e := engine(t)
			f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
			e.Judge(e.Signature(network(t, "base"), p), f, now).want(t, c.verdict)
		})
	}
}

// TestAProjectsOwnSiteSpeaksForItsMessage, and one that only has the project's name in its own against it.
func TestAProjectsOwnSiteSpeaksForItsMessage(t *testing.T) {
	for _, c := range []struct {
		why, name, member, origin string
		verdict                   Verdict
	}{
		{"its own site", "GmxBaseGelatoRelayRouter", "subaccount", "https://app.gmx.io", Allow},
		{"another project's", "GmxBaseGelatoRelayRouter", "subaccount", "https://app.uniswap.org", Allow},
		{"nobody says who asks", "GmxBaseGelatoRelayRouter", "subaccount", "", Warn},
		{"the name and another word", "GmxBaseGelatoRelayRouter", "subaccount", "https://gmx-trading.app", Block},
		{"a long name within another", "Hyperliquid", "subaccount", "https://hyperliquidseason.xyz", Block},
		{"a short name within another", "GmxBaseGelatoRelayRouter", "subaccount", "https://gmxtrading.app", Warn},
		{"the name under another ending", "GmxBaseGelatoRelayRouter", "subaccount", "https://gmx.claims", Warn},
		{"a page at a host of many", "GmxBaseGelatoRelayRouter", "subaccount", "https://gmx.vercel.app", Warn},
		{"a user before the host", "GmxBaseGelatoRelayRouter", "subaccount", "https://app.gmx.io@evil.example", Warn},
		{"a right, at its own site", "GmxBaseGelatoRelayRouter", "operator", "https://app.gmx.io", Block},
		{"a site that no list has", "EndorseClub", "friend", "https://endorse-club.example", Allow},
		{"somebody who gets something, at such a site", "EndorseClub", "recipient", "https://endorse-club.example", Warn},
		{"another that no list has", "EndorseClub", "friend", "https://vote.example", Warn},
		{"a key, at a site that no list has", "EndorseClub", "sessionKey", "https://endorse-club.example", Warn},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := parse(t, typed(t, map[string]string{"Link": "address " + c.member + ",string text"}, "Link",
				map[string]any{"name": c.name, "chainId": 8453, "verifyingContract": strangerC},
				map[string]any{c.member: spenderB, "text": "a"}))
			p.Origin = c.origin
			p.Signer = new(common.HexToAddress(ownerA))
			e := engine(t)
			f := accounts(map[string]Account{strangerC: Contract, spenderB: NoCode})
			e.Judge(e.Signature(network(t, "base"), p), f, now).want(t, c.verdict)
		})
	}
}

// TestTextsWithinHarmlessMessagesMayLetSomebodyAct: a space of Snapshot has its admins in a text.
func TestTextsWithinHarmlessMessagesMayLetSomebodyAct(t *testing.T) {
	for admins, verdict := range map[string]Verdict{
		``:                     Allow,
		`"` + ownerA + `"`:     Allow,
		`"` + spenderB + `"`:   Warn,
		`"a name, no address"`: Allow,
	} {
		p := parse(t, typed(t, map[string]string{"Space": "address from,string space,string settings"}, "Space",
			map[string]any{"name": "snapshot", "version": "0.1.4"},
			map[string]any{"from": ownerA, "space": "a.eth", "settings": `{"name":"A","admins":[` + admins + `]}`}))
		p.Signer = new(common.HexToAddress(ownerA))
		p.Origin = "https://snapshot.org"
		e := engine(t)
		e.Judge(e.Signature(network(t, "base"), p), accounts(nil), now).want(t, verdict)
	}
}

// TestAContractSpeaksForItsProjectsSite: the domain need not have a name.
func TestAContractSpeaksForItsProjectsSite(t *testing.T) {
	morpho := "0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb"
	for origin, verdict := range map[string]Verdict{
		"https://app.morpho.org":     Allow,
		"https://morpho-rewards.app": Block,
		"https://example.org":        Warn,
	} {
		p := parse(t, typed(t, map[string]string{"Link": "address subaccount,string text"}, "Link",
			map[string]any{"chainId": 1, "verifyingContract": morpho},
			map[string]any{"subaccount": spenderB, "text": "a"}))
		p.Origin = origin
		p.Signer = new(common.HexToAddress(ownerA))
		e := engine(t)
		f := accounts(map[string]Account{morpho: Contract, spenderB: NoCode})
		e.Judge(e.Signature(network(t, "ethereum"), p), f, now).want(t, verdict)
	}
}

// TestWhoAsksForTypedDataIsWhomItsDomainNames where it may cost something or lets somebody act.
// Otherwise nobody is compared.
func TestWhoAsksForTypedDataIsWhomItsDomainNames(t *testing.T) {
	for _, c := range []struct {
		why     string
		members string
		origin  string
		verdict Verdict
	}{
		{"a fee, on its own site", "uint256 fee", "https://app.someswap.org", Allow},
		{"a fee, on another site", "uint256 fee", "https://someswap-rewards.org", Warn},
		{"a key that is a number, on another site", "uint256 publicKey", "https://mint.org", Warn},
		{"a fee, and nobody says who asks", "uint256 fee", "", Allow},
		{"a choice, on another site", "uint256 choice", "https://mint.org", Allow},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, name, _ := strings.Cut(c.members, " ")
			p := parse(t, typed(t, map[string]string{"Setting": c.members + ",string text"}, "Setting",
				map[string]any{"name": "SomeSwap v2", "chainId": 8453, "verifyingContract": strangerC},
				map[string]any{name: 5, "text": "a"}))
			p.Origin = c.origin
			p.Signer = new(common.HexToAddress(ownerA))
			e := engine(t)
			e.Judge(e.Signature(network(t, "base"), p), accounts(map[string]Account{strangerC: Contract}), now).want(t, c.verdict)
		})
	}
}
