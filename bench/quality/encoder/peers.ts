/** Python packages that the encoders are compared with. */
export const PEERS = ["onnxruntime==1.32.0", "tokenizers==0.23.3", "numpy==2.4.6", "onnx==1.23.2"];
