package republished

// What the call has put there is released, and still there.
func ended() int {
	b := &book{current: snapshots.Get()}
	b.current.Value().seq = 1
	b.end()
	return b.current.Value().seq // missed "use-after-release: "
}

// What was there is released by the method, and again here.
func endedTwice() {
	b := &book{current: snapshots.Get()}
	b.end()
	b.current.Release() // missed "double-release: "
}
