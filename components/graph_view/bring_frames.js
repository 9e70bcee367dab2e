// The component that brings many graphs ahead; it shows nothing.

export default function ({ data }) { bringFrames(data); }
