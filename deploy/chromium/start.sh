#!/bin/sh
# Starts Chromium behind a forwarder: it listens for DevTools on the loopback interface only.
set -eu

socat TCP-LISTEN:9222,fork,reuseaddr TCP:127.0.0.1:9223 &

exec chromium --headless=new --no-first-run --disable-gpu \
	--remote-debugging-port=9223 \
	--user-data-dir=/tmp/profile \
	--disable-quic \
	--webrtc-ip-handling-policy=disable_non_proxied_udp \
	--force-webrtc-ip-handling-policy \
	--disable-features=HttpsUpgrades \
	about:blank
