package movedfirst

import "github.com/rcpool/rcpool"

// Both are released.
func submitBoth(out chan rcpool.Ref[stream], noise byte) error {
	in := frames.Get()
	in.Value().pix[0] = noise
	j := newJob(in)
	if err := j.encode(100); err != nil {
		j.cancel()
		return err
	}
	out <- j.finish()
	return nil
}

// The frame is released through its field.
func submitField(out chan rcpool.Ref[stream]) error {
	in := frames.Get()
	j := newJob(in)
	if err := j.encode(100); err != nil {
		j.in.Release()
		j.half()
		return err
	}
	out <- j.finish()
	return nil
}
