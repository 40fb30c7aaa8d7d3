// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

interface IToken {
    function balanceOf(address who) external view returns (uint256);
}

/// Buys a token on a pool, passes some of it on and sells the rest, and reports what arrived at each
/// step. It is never deployed: its code is put at an address for the time of one eth_call (state
/// override), so that nothing is signed, paid or kept.
///
/// Each step runs as a call of this contract to itself, so that a step that reverts is reported and
/// does not undo the report. Put at the address of somebody who holds the token, with Plan.sell
/// alone, it tries whether that holder could sell. With Plan.holder it stands for a router: it takes the
/// tokens from there by transferFrom, as wallets sell.
contract Simulator {
    struct Plan {
        address pool;
        address token;
        address base; // the other token of the pool
        uint256 amount; // of base to buy with; of the token to sell when buy is false
        bool concentrated; // a v3 pool: swap with callback; else a v2 pool
        bool wrap; // get base by deposit() from the native coin
        bool buy;
        bool pass; // send a tenth on between buying and selling
        bool sell;
        address holder; // whose tokens are sold, by an allowance; zero: those that are here
        address receiver; // who gets what is bought; zero: this contract
    }

    /// What somebody may be able to do, found by doing it. See powers.
    struct Found {
        uint16 call; // its number, from 1
        uint8 effects; // bits: see the constants
        uint16 lost; // of what a sale brings, in parts of ten thousand
    }

    /// How things stand for those who hold a token: what a state, or a call, is judged by.
    struct View {
        uint256 alive; // 0 where the token answers no more
        uint256 idle; // 1 after a call that failed, or wrote nothing
        uint256 paid; // 1 after a call that took coins
        uint256 reached; // 1 where the token ran code of this contract as its own
        uint256 who; // the actor, whom the next three are about
        uint256 actor;
        uint256 allowed; // what others may take of somebody's
        uint256 seized; // what the actor can take of it without an allowance
        uint256 own;
        uint256 other; // of somebody who only holds
        uint256 pool;
        uint256 stuck; // in the token's own contract
        uint256 supply;
        uint256 returned; // what a sale brings
        uint256 lent; // what arrives of tokens that are taken by allowance, as routers take them
        uint256 resold; // what arrives at the pool from who got tokens by a transfer
        uint256 passed; // and at such a one, of what somebody had before
        uint256 drained; // 1 where all this took from the pool what the sale had brought it
    }

    struct Outcome {
        uint256 steps; // bits of the steps that worked: 1 funded, 2 bought, 4 passed on, 8 sold
        uint256 quoted; // tokens that the pool gave out
        uint256 received; // tokens that arrived here
        uint256 passed; // tokens sent to somebody else
        uint256 arrived; // of these, tokens that arrived there
        uint256 sold; // tokens sent to the pool
        uint256 taken; // of these, tokens that arrived at the pool
        uint256 expected; // base that selling all of them would give without a tax; 0 on v3
        uint256 returned; // base that arrived here
        bytes failure; // what the first step that failed reverted with
    }

    /// A v3 pool takes no less than it asked for; this tells how much of it arrived.
    error Short(uint256 asked, uint256 arrived);
    error NotSelf();
    error NoReserves();

    /// How powers tries a call without keeping what it did.
    error Tried(View then);

    uint256 private constant STOPS = 1; // a sale that worked fails
    uint256 private constant TAXES = 2; // a sale brings less
    uint256 private constant TAKES = 4; // a holder, or the pool, has less
    uint256 private constant MAKES = 8; // there are more tokens
    uint256 private constant ALLOWS = 16; // somebody may take what a holder has

    uint256 private constant HITS = 6; // arguments with an effect, from which on a function is known well enough
    uint256 private constant ATTEMPT_GAS = 3_000_000;
    uint256 private constant CALL_GAS = 1_000_000;
    uint256 private constant LOOK_GAS = 150_000; // reads take less: what burns all it gets is to burn little

    bytes4 private constant GIVE = 0xa9059cbb; // transfer(address,uint256)
    bytes4 private constant TAKE = 0x23b872dd; // transferFrom(address,address,uint256)
    uint256 private constant TELL_GAS = 50_000; // receivers of coins get less
    bytes4 private constant NEW = 0xfa4eb011; // a function that no token has
    address private constant SOMEBODY = 0x00000000000000000000000000000000Fa4EB000;
    address private constant TRADER = 0x7a4dE17A4dE17a4DE17a4De17a4de17A4dE17a4D; // where this code is, when put in place

    address private active; // the pool that may call back
    address private pays; // the token that it is paid in
    address private holder; // who pays, zero: this contract
    address private receiver; // who gets what is bought, zero: this contract
    address private watched; // the token whose powers are tried
    bool private refuses; // the actor, who is called while others sell
    uint256 private reached; // 1: it ran code of this contract as its own

    function run(Plan calldata p) public payable returns (Outcome memory o) {
        o.sold = p.amount;
        holder = p.holder;
        receiver = p.receiver;
        if (p.wrap) {
            (bool wrapped, bytes memory why) = p.base.call{value: p.amount}(abi.encodeWithSignature("deposit()"));
            if (!wrapped) return failed(o, why);
        }
        if (p.buy) {
            if (IToken(p.base).balanceOf(address(this)) < p.amount) return o;
            o.steps |= 1;
            address to = receiver == address(0) ? address(this) : receiver;
            uint256 before = balance(p.token, to);
            try this.trade(p.pool, p.concentrated, p.base, p.token, p.amount) returns (uint256 given, uint256, uint256) {
                o.quoted = given;
            } catch (bytes memory why) {
                return failed(o, why);
            }
            o.steps |= 2;
            o.received = balance(p.token, to) - before;
            o.sold = o.received;
        }
        if (p.pass && o.sold >= 10) {
            try this.pass(p.token, SOMEBODY, o.sold / 10) returns (uint256 arrived) {
                o.passed = o.sold / 10;
                o.arrived = arrived;
                o.steps |= 4;
                o.sold = balance(p.token, address(this)) < o.sold - o.passed ? balance(p.token, address(this)) : o.sold - o.passed;
            } catch (bytes memory why) {
                o.failure = why;
            }
        }
        if (p.sell) {
            uint256 before = balance(p.base, address(this));
            try this.trade(p.pool, p.concentrated, p.token, p.base, o.sold) returns (uint256, uint256 taken, uint256 expected) {
                o.taken = taken;
                o.expected = expected;
                o.steps |= 8;
            } catch (bytes memory why) {
                return failed(o, why);
            }
            o.returned = balance(p.base, address(this)) - before;
        }
    }

    /// Makes each call of target as actor, whose code for the time of this is Puppet's, and tells which of them change
    /// how things stand. Nothing of a call is kept for the next; the openers come before all. What they do is told under
    /// the number behind all calls, where it is known how things stood without them (base of another trial). Of a function
    /// without an effect, its first call that wrote something is told; the calls of one function follow each other. tried
    /// is how many calls there was gas for. signs says that whatever is signed is signed by the actor. Sales are made while
    /// the actor refuses to be called. Where that alone stops them, it is told under the number after, and the calls are
    /// tried without; so is it where transfers take from the pool what a sale brought it. ok is false where a sale fails
    /// before any call.
    function powers(
        Plan calldata p,
        address actor,
        address target,
        bytes[] calldata openers,
        bytes[] calldata calls,
        bytes calldata without
    ) external returns (bool ok, bytes memory stands, bool signs, uint256 tried, Found[] memory found) {
        run(p);
        run(p); // more than one purchase, so that each is still here whole although some is passed on
        watched = p.token;
        signs = ecrecover(bytes32(uint256(1)), 27, bytes32(uint256(1)), bytes32(uint256(1))) == actor;
        try this.pass(p.token, latecomer(), balance(p.token, address(this)) / 100) {} catch {}
        approves(p.token, balance(p.token, address(this))); // what only the one whom a holder allows may use
        View memory before;
        if (without.length > 0) before = abi.decode(without, (View));
        uint256 coins = address(this).balance;
        uint256 had = balance(p.token, actor);
        if (had < before.actor) had = before.actor;
        for (uint256 i; i < openers.length; i++) acts(actor, target, openers[i]);
        refuses = true;
        View memory base = attempt_(p, actor, target, "", before.own);
        base.paid = address(this).balance < coins ? 1 : 0;
        Found memory opened;
        if (before.returned > 0) {
            opened = Found(uint16(calls.length + 1), uint8(judge(before, base)), lost(before.returned, base.returned));
        }
        if (base.returned == 0) {
            refuses = false;
            base = attempt_(p, actor, target, "", before.own);
        }
        ok = base.returned > 0;
        stands = abi.encode(base);
        if (base.actor < had) base.actor = had; // to get back what the openers put in is no gain
        if (ok) (tried, found) = tries(p, actor, target, calls, base, before.own > 0 ? before.own : base.own);
        else found = new Found[](calls.length + 2);
        found[calls.length] = opened;
        uint256 already = (refuses ? 0 : STOPS) | base.drained * TAKES;
        if (ok && already > 0) found[calls.length + 1] = Found(uint16(calls.length + 2), uint8(already), 0);
        uint256 n;
        for (uint256 i; i < found.length; i++) if (found[i].call > 0) found[n++] = found[i];
        assembly {
            mstore(found, n)
        }
    }

    /// The calls one by one, each before a sale of as much at most as was sold without it. Of found, the last two are left
    /// for others.
    function tries(
        Plan calldata p, address actor, address target, bytes[] calldata calls, View memory base, uint256 most
    ) private
        returns (uint256 tried, Found[] memory found)
    {
        found = new Found[](calls.length + 2);
        uint256 hits;
        bool idle; // a call of the function wrote something without an effect
        for (; tried < calls.length && gasleft() > 2 * ATTEMPT_GAS; tried++) {
            if (tried > 0 && bytes4(calls[tried]) != bytes4(calls[tried - 1])) (hits, idle) = (0, false);
            if (hits == HITS) continue;
            View memory then = attempt_(p, actor, target, calls[tried], most);
            if (then.idle > 0) continue;
            uint256 effects = judge(base, then);
            if (effects != 0) hits++;
            else if (idle || hits > 0) continue;
            else idle = true;
            found[tried] = Found(uint16(tried + 1), uint8(effects), effects == 0 ? 0 : lost(base.returned, then.returned));
        }
    }

    function lost(uint256 before, uint256 after_) private pure returns (uint16) {
        return after_ >= before ? 0 : uint16((before - after_) * 10000 / before);
    }

    /// All that is judged of what somebody did, against how things stood before.
    function judge(View memory before, View memory then) private pure returns (uint256 effects) {
        if (then.alive == 0) return STOPS;
        uint256 fair = then.paid > 0 ? before.own / 100 : 0; // what a coin's smallest part cannot buy
        bool same = then.who == before.who;
        uint256 part = same && then.actor > before.actor ? 10000 : 100; // what the actor gets by it he can take often
        bool taken = less(then.other, before.other, part) || less(then.own, before.own, part)
            || less(then.pool, before.pool, part);
        if (taken || then.reached > before.reached || then.drained > before.drained) effects |= TAKES;
        bool kept = then.actor >= before.actor && then.own >= before.own && then.other >= before.other
            && then.pool >= before.pool && then.stuck >= before.stuck;
        bool more = then.actor > before.actor + fair || less(before.own, then.own, 100);
        // Somebody has more and nobody less, or more leaves the token's own contract than the pool has.
        if (same && kept && more || then.supply > before.supply + fair || freed(then) > freed(before) + before.pool) {
            effects |= MAKES;
        }
        if (same && (then.allowed > before.allowed || before.seized == 0 && then.seized > 0)) effects |= ALLOWS;
        if (!taken) {
            effects |= shrunk(before.returned, then.returned) | shrunk(before.lent, then.lent)
                | shrunk(before.resold, then.resold) | shrunk(before.passed, then.passed);
        }
    }

    /// The supply, without what the token's contract has itself.
    function freed(View memory v) private pure returns (uint256) {
        return v.supply > v.stuck ? v.supply - v.stuck : 0;
    }

    /// Less by more than a part of what was there, such as a hundredth.
    function less(uint256 after_, uint256 before, uint256 part) private pure returns (bool) {
        return after_ < before - before / part;
    }

    function shrunk(uint256 before, uint256 after_) private pure returns (uint256) {
        return before > 0 && after_ == 0 ? STOPS : after_ < before / 10 * 9 ? TAXES : 0;
    }

    function attempt_(Plan calldata p, address actor, address target, bytes memory data, uint256 most)
        private
        returns (View memory then)
    {
        try this.attempt{gas: ATTEMPT_GAS}(p, actor, target, data, most) {}
        catch (bytes memory why) {
            if (bytes4(why) == Tried.selector) {
                assembly {
                    then := add(why, 36)
                }
            }
        }
    }

    /// Makes one call, looks at what it changed, sells at most as much as given, and takes all of it back by reverting.
    function attempt(Plan calldata p, address actor, address target, bytes calldata data, uint256 most) external {
        if (msg.sender != address(this)) revert NotSelf();
        View memory v;
        v.alive = 1;
        uint256 coins = address(this).balance;
        if (data.length > 0 && !acts(actor, target, data)) {
            v.idle = 1;
            revert Tried(v);
        }
        if (address(this).balance < coins) v.paid = 1;

        v.who = uint256(uint160(actor));
        v.own = balance(p.token, address(this));
        v.other = balance(p.token, SOMEBODY);
        v.actor = balance(p.token, actor);
        v.pool = balance(p.token, p.pool);
        v.stuck = balance(p.token, p.token);
        v.supply = word(p.token, abi.encodeWithSignature("totalSupply()"));
        v.allowed = allowance(p.token, SOMEBODY, actor) + allowance(p.token, SOMEBODY, address(this));

        if (refuses) mood(actor, hex"01");
        uint256 before = balance(p.base, address(this));
        uint256 amount = most > 0 && v.own > most ? most : v.own;
        uint256 rest = amount / 1000;
        try this.trade(p.pool, p.concentrated, p.token, p.base, amount - rest) returns (uint256, uint256 taken, uint256) {
            v.returned = balance(p.base, address(this)) - before;
            amount = taken;
        } catch {}
        if (approves(p.token, rest)) v.lent = moved(p.token, address(this), TAKE, address(this), SOMEBODY, rest);
        uint256 part = balance(p.token, latecomer()) / 4;
        v.resold = moved(p.token, latecomer(), GIVE, latecomer(), p.pool, part);
        v.passed = moved(p.token, SOMEBODY, GIVE, SOMEBODY, latecomer(), v.other / 4);
        if (v.returned > 0 && balance(p.token, p.pool) < v.pool + amount / 2) v.drained = 1;
        mood(actor, hex"00");
        v.seized = moved(p.token, actor, TAKE, SOMEBODY, actor, v.other / 2);
        acts(actor, p.token, abi.encodePacked(NEW)); // what a token runs that has no function of this name
        v.reached = reached;
        revert Tried(v);
    }

    /// What arrives where somebody moves tokens, his own or another's.
    function moved(address token, address by, bytes4 how, address from, address to, uint256 amount)
        private
        returns (uint256)
    {
        uint256 before = balance(token, to);
        bytes memory data = how == TAKE ? abi.encodeWithSelector(how, from, to, amount) : abi.encodeWithSelector(how, to, amount);
        bool ok;
        bytes memory out;
        if (by == address(this)) (ok, out) = token.call(data);
        else (ok, out) = by.call{gas: CALL_GAS}(abi.encodePacked(token, data));
        uint256 after_ = balance(token, to);
        return !ok || out.length >= 32 && !abi.decode(out, (bool)) || after_ < before ? 0 : after_ - before;
    }

    /// How a puppet answers to others: it refuses, or does what its code says.
    function mood(address actor, bytes memory how) private {
        (bool ok,) = actor.call(how);
        ok;
    }

    function reach() external {
        if (msg.sender == watched) reached = 1;
    }

    /// Allows this contract itself what it has.
    function approves(address token, uint256 amount) private returns (bool) {
        (bool ok, bytes memory out) = token.call(abi.encodeWithSignature("approve(address,uint256)", address(this), amount));
        return ok && (out.length < 32 || abi.decode(out, (bool)));
    }

    /// Somebody who gets tokens by a transfer, as everybody does: those that are planted here came by none.
    function latecomer() private view returns (address) {
        return address(uint160(address(this)) ^ 1);
    }

    /// Whether the call works and writes something: what works without writing has no effect. It carries the smallest
    /// part of a coin where it may.
    function acts(address actor, address target, bytes memory data) private returns (bool) {
        bytes memory order = abi.encodePacked(target, data);
        (bool reads,) = actor.staticcall{gas: LOOK_GAS}(order);
        if (reads) return false;
        (bool done,) = actor.call{gas: CALL_GAS, value: 1}(order);
        if (!done) (done,) = actor.call{gas: CALL_GAS}(order);
        return done;
    }

    function allowance(address token, address from, address to) private view returns (uint256) {
        return word(token, abi.encodeWithSignature("allowance(address,address)", from, to)) >> 1;
    }

    function word(address token, bytes memory call_) private view returns (uint256) {
        (bool ok, bytes memory out) = token.staticcall(call_);
        return ok && out.length >= 32 ? abi.decode(out, (uint256)) : 0;
    }

    /// Lets proxies of the UUPS kind (ERC-1822) take this contract for new code, to see whether somebody may change it.
    function proxiableUUID() external pure returns (bytes32) {
        return 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    }

    function failed(Outcome memory o, bytes memory why) private pure returns (Outcome memory) {
        o.failure = why;
        return o;
    }

    /// Sends tokens on and tells how many arrive.
    function pass(address token, address to, uint256 amount) external returns (uint256 arrived) {
        if (msg.sender != address(this)) revert NotSelf();
        uint256 before = balance(token, to);
        send(token, to, amount);
        return balance(token, to) - before;
    }

    /// Swaps `amount` of `from` for `to`. given: what the pool sent out; taken: what arrived at it;
    /// expected: what it would have sent had all arrived (v2 only).
    function trade(address pool, bool concentrated, address from, address to, uint256 amount)
        external
        returns (uint256 given, uint256 taken, uint256 expected)
    {
        if (msg.sender != address(this)) revert NotSelf();
        bool zeroForOne = from < to;
        if (concentrated) {
            active = pool;
            pays = from;
            (bool ok, bytes memory out) = pool.call(
                abi.encodeWithSignature(
                    "swap(address,bool,int256,uint160,bytes)",
                    recipient(),
                    zeroForOne,
                    int256(amount),
                    zeroForOne ? uint160(4295128740) : uint160(1461446703485210103287273052203988822378723970341),
                    ""
                )
            );
            active = address(0);
            if (!ok) raise(out);
            (int256 a0, int256 a1) = abi.decode(out, (int256, int256));
            given = uint256(-(zeroForOne ? a1 : a0));
            taken = uint256(zeroForOne ? a0 : a1);
        } else {
            uint256 before = balance(from, pool);
            send(from, pool, amount);
            taken = balance(from, pool) - before;
            // The fee of a pool without getAmountOut is not known: the usual one first. Reserves stay as
            // they were until the swap.
            bytes memory why;
            for (uint256 i = 0; i < 3; i++) {
                uint256 fee = i == 0 ? 30 : i == 1 ? 60 : 100;
                given = quote(pool, from, taken, zeroForOne, fee);
                expected = quote(pool, from, amount, zeroForOne, fee);
                bool ok;
                (ok, why) = pool.call(
                    abi.encodeWithSignature(
                        "swap(uint256,uint256,address,bytes)", zeroForOne ? 0 : given, zeroForOne ? given : 0, recipient(), ""
                    )
                );
                if (ok) return (given, taken, expected);
            }
            raise(why);
        }
    }

    function recipient() private view returns (address) {
        return receiver == address(0) ? address(this) : receiver;
    }

    /// The constant product with a fee in hundredths of a percent, or the pool's own answer where it has one.
    function quote(address pool, address from, uint256 amount, bool zeroForOne, uint256 fee) private view returns (uint256) {
        if (amount == 0) return 0;
        (bool ok, bytes memory out) = pool.staticcall(abi.encodeWithSignature("getAmountOut(uint256,address)", amount, from));
        if (ok && out.length >= 32) return abi.decode(out, (uint256));
        (ok, out) = pool.staticcall(abi.encodeWithSignature("getReserves()"));
        if (!ok || out.length < 64) revert NoReserves();
        (uint256 r0, uint256 r1) = abi.decode(out, (uint256, uint256));
        (uint256 rIn, uint256 rOut) = zeroForOne ? (r0, r1) : (r1, r0);
        uint256 net = amount * (10000 - fee);
        return net * rOut / (rIn * 10000 + net);
    }

    /// What a token runs that runs code of the actor's choice in its own name, under whatever name.
    function tell() private {
        if (address(this) == TRADER || gasleft() < TELL_GAS) return;
        (bool ok, bytes memory out) = TRADER.call(abi.encodeCall(this.reach, ())); // nothing is there in other simulations
        if (!ok) raise(out); // a call that may not write
    }

    /// The callback of v3 pools, under whatever name the pool's maker gave it: (int256,int256,bytes).
    fallback() external payable {
        tell();
        if (msg.sender != active || msg.data.length < 68) return;
        (int256 a0, int256 a1) = abi.decode(msg.data[4:68], (int256, int256));
        uint256 owed = uint256(a0 > 0 ? a0 : a1);
        uint256 before = balance(pays, msg.sender);
        send(pays, msg.sender, owed);
        uint256 arrived = balance(pays, msg.sender) - before;
        if (arrived < owed) revert Short(owed, arrived);
    }

    receive() external payable {
        tell();
    }

    function balance(address token, address who) private view returns (uint256) {
        return IToken(token).balanceOf(who);
    }

    /// transfer or transferFrom, of tokens that return nothing too.
    function send(address token, address to, uint256 amount) private {
        (bool ok, bytes memory out) = token.call(
            holder == address(0)
                ? abi.encodeWithSignature("transfer(address,uint256)", to, amount)
                : abi.encodeWithSignature("transferFrom(address,address,uint256)", holder, to, amount)
        );
        if (!ok) raise(out);
        if (out.length >= 32 && !abi.decode(out, (bool))) revert("the transfer returned false");
    }

    function raise(bytes memory why) private pure {
        assembly {
            revert(add(why, 32), mload(why))
        }
    }
}

/// The code of an account that is to act as somebody says: the first twenty bytes of what the trader sends it name who is
/// called, the rest is the call. For all others it does what its own code does, which is put at another address.
contract Puppet {
    address private constant TRADER = 0x7a4dE17A4dE17a4DE17a4De17a4de17A4dE17a4D;
    uint160 private constant SHADOW = 1 << 159; // the bit by which that address differs
    uint256 private constant MOOD = 0x7a4dE17A4dE17a4DE17a4De17a4de17A4dE17a4D00; // a slot: 1 where coins are refused

    fallback(bytes calldata order) external payable returns (bytes memory) {
        bool ok;
        bytes memory out;
        if (msg.sender == TRADER && order.length == 1) {
            uint256 how = uint8(order[0]);
            assembly {
                sstore(MOOD, how)
            }
            return "";
        }
        if (msg.sender == TRADER && order.length >= 20) {
            (ok, out) = address(bytes20(order[:20])).call{value: msg.value}(order[20:]);
        } else {
            (ok, out) = address(uint160(address(this)) ^ SHADOW).delegatecall(order);
        }
        assembly {
            if iszero(ok) { revert(add(out, 32), mload(out)) }
        }
        return out;
    }

    receive() external payable {
        assembly {
            if sload(MOOD) { revert(0, 0) }
        }
    }
}
