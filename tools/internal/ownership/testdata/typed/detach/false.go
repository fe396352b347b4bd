package detach

// The only reference takes the object out.
func take(seq int) *Frame {
	ref := frames.Get()
	paint(ref.Value(), seq)
	return ref.Detach()
}

// The second reference is gone when the object is taken out.
func takeAfter(seq int) *Frame {
	ref := frames.Get()
	paint(ref.Value(), seq)
	viewer := ref.Retain()
	sum := int(viewer.Value().Pixels[0])
	viewer.Release()
	frame := ref.Detach()
	frame.Seq += sum
	return frame
}

// Detach ends the lease as Release does, on the other branch; and the object
// is a usual one then, which may go anywhere.
func takeGood(seq int, gallery map[int]*Frame) {
	ref := frames.Get()
	paint(ref.Value(), seq)
	if ref.Value().Pixels[0] == 0 {
		ref.Release()
		return
	}
	gallery[seq] = ref.Detach()
}
